import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsResponseInput } from './openai.validators.js';
import { IsSmallMap } from '../../shared/interface/field.validators.js';

const MAX_TOOLS = 128;

/** Format of the text of a response. */
export class ResponseTextDto {
  /** JSON instead of text: `{type: "json_object"}`, or `{type: "json_schema", name, schema}`. */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { type: 'text' } })
  format?: Record<string, unknown>;
}

/** A question in the form of OpenAI's responses. Its other parameters are accepted and ignored. */
export class ResponseRequestDto {
  /** `default`, or the id of an agent. @example "default" */
  @IsString()
  @Length(1, 200)
  model!: string;

  /** The question, or the conversation as a list of items; the last message of the user is the question. */
  @IsResponseInput()
  @ApiProperty({
    oneOf: [
      { type: 'string' },
      { type: 'array', minItems: 1, maxItems: 2000, items: { type: 'object', additionalProperties: true } },
    ],
    example: '휴학 신청은 언제까지 해야 하나요?',
  })
  input!: unknown;

  /** Accepted and not read, like every system message; it is returned in the response. */
  @IsOptional()
  @IsString()
  @MaxLength(100_000)
  @ApiPropertyOptional({ type: 'string', nullable: true, example: 'Be brief.' })
  instructions?: string | null;

  /** A stored response of this key that the question continues. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @ApiPropertyOptional({ type: 'string', nullable: true })
  previous_response_id?: string | null;

  /** Whether the response, and the turn of its conversation, are stored; otherwise it can neither be read again nor continued. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: 'boolean', nullable: true, default: true })
  store?: boolean | null;

  /** Whether the response is sent as server-sent events. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: 'boolean', nullable: true, default: false })
  stream?: boolean | null;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ResponseTextDto)
  text?: ResponseTextDto;

  /** With a tool of the type `file_search` the output contains the search as an item; other tools are never called. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_TOOLS)
  @IsObject({ each: true })
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ type: 'file_search' }],
  })
  tools?: Record<string, unknown>[];

  /** `file_search_call.results` adds the passages to the item of the search. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_TOOLS)
  @IsString({ each: true })
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    example: ['file_search_call.results'],
  })
  include?: string[] | null;

  /** Returned in the response. */
  @IsOptional()
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true, example: { page: 'leave' } })
  metadata?: Record<string, unknown> | null;
}
