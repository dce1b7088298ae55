import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { given } from '../../shared/interface/field.validators.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../domain/webhook.js';

const EVENTS_RULE = { each: true, message: `each value must be one of ${WEBHOOK_EVENTS.join(', ')}` };
const MOST_URL = 2000;
const MOST_DESCRIPTION = 200;

/** A webhook to create. */
export class CreateWebhookDto {
  /** Where messages are sent by POST. @example "https://hooks.example.org/touchstone" */
  @IsString()
  @Length(1, MOST_URL)
  url!: string;

  /** What it reports. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @ArrayMaxSize(WEBHOOK_EVENTS.length)
  @IsIn(WEBHOOK_EVENTS, EVENTS_RULE)
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true, minItems: 1, example: ['test_session.ended'] })
  events!: WebhookEvent[];

  /** For people. @example "Channel of the test team" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_DESCRIPTION)
  description?: string = '';
}

/** What to change of a webhook; a missing field stays as it is. */
export class ChangeWebhookDto {
  /** @example "https://hooks.example.org/touchstone" */
  @ValidateIf(given)
  @IsString()
  @Length(1, MOST_URL)
  url?: string;

  @ValidateIf(given)
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @ArrayMaxSize(WEBHOOK_EVENTS.length)
  @IsIn(WEBHOOK_EVENTS, EVENTS_RULE)
  @ApiPropertyOptional({ enum: WEBHOOK_EVENTS, isArray: true, minItems: 1, example: ['job.ended'] })
  events?: WebhookEvent[];

  /** @example "Channel of the test team" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_DESCRIPTION)
  description?: string;

  /** False pauses it; true starts it, also after the server disabled it. @example false */
  @ValidateIf(given)
  @IsBoolean()
  active?: boolean;
}

/** A webhook without its secret. */
export class WebhookDto {
  /** @example "webhook_6f1c2a" */
  id!: string;
  /** @example "https://hooks.example.org/touchstone" */
  url!: string;
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true, example: ['test_session.ended'] })
  events!: string[];
  /** @example "Channel of the test team" */
  description!: string;
  /** `disabled`: five deliveries in a row failed in every attempt, or the receiver answered 410. */
  @ApiProperty({ enum: ['active', 'paused', 'disabled'], example: 'active' })
  status!: string;
  /** Deliveries in a row that failed in every attempt. @example 0 */
  failures!: number;
  /** Time until which the secret before the last rotation signs as well; null without one. @example null */
  previous_secret_until!: string | null;
  /** Who created it. @example "key_8c1d" */
  owner!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
}

/** A webhook with its secret, which is shown once. */
export class CreatedWebhookDto extends WebhookDto {
  /** Verifies the header `webhook-signature`. @example "whsec_c2hvd24tb25seS1vbmNlLXNob3duLW9ubHktb25jZSE=" */
  secret!: string;
}

/** How to change the secret of a webhook. */
export class RotateWebhookDto {
  /** Hours in which both secrets sign, 0..168; 0 for a secret that others know. @example 24 */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(168)
  overlap_hours?: number = 24;
}

export class WebhookPageDto {
  items!: WebhookDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** A message for a webhook. */
export class DeliveryDto {
  /** @example "delivery_21f0" */
  id!: string;
  /** Header `webhook-id`, the same in every attempt. @example "evt_77a0" */
  event_id!: string;
  /** One of the events, or `webhook.test`. @example "test_session.ended" */
  type!: string;
  @ApiProperty({ enum: ['pending', 'delivered', 'failed'], example: 'delivered' })
  status!: string;
  /** @example 1 */
  attempts!: number;
  /** Time of the next attempt; null when there is none. @example null */
  next_attempt_at!: string | null;
  /** HTTP status of the last attempt; null without a response. @example 204 */
  last_status!: number | null;
  /** Why the last attempt failed. @example null */
  last_error!: string | null;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** @example "2026-11-21T09:00:01.000Z" */
  ended_at!: string | null;
}

export class DeliveryPageDto {
  items!: DeliveryDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
