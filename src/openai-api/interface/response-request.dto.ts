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
import { IsSmallMap } from '../../shared/interface/small-map.validator.js';
import { IsResponseInput } from './openai.validators.js';

const MAX_TOOLS = 128;

/** How the text of a response is written. */
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

  /** Taken and not read, like every system message; it is given back in the response. */
  @IsOptional()
  @IsString()
  @MaxLength(100_000)
  @ApiPropertyOptional({ type: 'string', nullable: true, example: 'Be brief.' })
  instructions?: string | null;

  /** A stored response of this key that the question goes on from. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @ApiPropertyOptional({ type: 'string', nullable: true })
  previous_response_id?: string | null;

  /** Whether the response, and the turn of its conversation, are kept; without it nothing can be read again or gone on from. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: 'boolean', nullable: true, default: true })
  store?: boolean | null;

  /** Whether the response comes as server-sent events. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: 'boolean', nullable: true, default: false })
  stream?: boolean | null;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ResponseTextDto)
  text?: ResponseTextDto;

  /** With a tool of the type `file_search` the search itself is an item of the output; other tools are never called. */
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

  /** Given back in the response. */
  @IsOptional()
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true, example: { page: 'leave' } })
  metadata?: Record<string, unknown> | null;
}
