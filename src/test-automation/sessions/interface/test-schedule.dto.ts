import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsString,
  IsTimeZone,
  Length,
  Matches,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { given, IsVisibleName } from '../../../shared/interface/field.validators.js';
import { TestSessionRequestDto } from './test-session-request.dto.js';

const MAX_SCHEDULES = 100;

/** Minute, hour, day of month, month, day of week. A field of seconds before them is refused: a session takes minutes. */
const CRON = /^[\d*/,\-A-Za-z?#]+( [\d*/,\-A-Za-z?#]+){4}$/;

/** A schedule to store. */
export class PutTestScheduleDto {
  /** Generated if left out. @example "nightly" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  id?: string;

  /** When sessions start: minute, hour, day of month, month, day of week. @example "0 3 * * *" */
  @IsString()
  @Matches(CRON, {
    message:
      'must be a cron expression of five fields (minute, hour, day of month, month, day of week) without seconds, for example 0 3 * * *',
  })
  cron!: string;

  /** IANA time zone; default: that of the server. @example "Asia/Seoul" */
  @ValidateIf(given)
  @IsTimeZone({ message: 'must be an IANA time zone, for example Asia/Seoul' })
  time_zone?: string;

  /** Whether it runs. */
  @ValidateIf(given)
  @IsBoolean()
  enabled?: boolean = true;

  /** The session that it starts; default: a session with all defaults. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => TestSessionRequestDto)
  template?: TestSessionRequestDto;

  /** As GET returns it; not read, so that a list can be sent back unchanged. @example null */
  @Allow()
  last_run?: string | null;

  /** As GET returns it; not read. @example null */
  @Allow()
  next_run?: string | null;

  /** For an administrator: the key that owns the schedule, as GET returns it; default: the caller. */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  owner?: string;

  /** As GET returns it; not read. @example true */
  @Allow()
  owner_valid?: boolean;
}

export class ScheduleOwnerQueryDto {
  /** For an administrator: the key that owns the schedules; default: the caller. */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  owner?: string;
}

/** All schedules; those that are not in the list are removed. */
export class PutTestSchedulesDto {
  @IsArray()
  @ArrayMaxSize(MAX_SCHEDULES)
  @IsObject({ each: true, message: 'each value must be a schedule, for example {"cron": "0 3 * * *"}' })
  @ValidateNested({ each: true })
  @Type(() => PutTestScheduleDto)
  items!: PutTestScheduleDto[];
}

/** A schedule. */
export class TestScheduleDto {
  /** @example "nightly" */
  id!: string;
  /** @example "0 3 * * *" */
  cron!: string;
  /** @example "Asia/Seoul" */
  time_zone!: string;
  /** @example true */
  enabled!: boolean;
  /** The request of its sessions, as it was sent. */
  @ApiProperty({ type: () => TestSessionRequestDto })
  template!: Readonly<Record<string, unknown>>;
  /** @example "2026-11-20T18:00:00.000Z" */
  last_run!: string | null;
  /** @example "2026-11-21T18:00:00.000Z" */
  next_run!: string | null;
  /** The key that owns it; for an administrator. @example "key_8c1d" */
  owner?: string;
  /** Whether that key is valid and may run sessions; otherwise the schedule does not start. For an administrator. @example true */
  owner_valid?: boolean;
}

/** All schedules. */
export class TestScheduleListDto {
  items!: TestScheduleDto[];
}
