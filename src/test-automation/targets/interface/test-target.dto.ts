import { headersSchema } from '../../../shared/interface/property-schemas.js';
import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { given } from '../../../shared/interface/field.validators.js';
import { TARGET_SCOPES } from '../domain/test-target.js';
import { HasTargetHeaders } from './test-target.validators.js';

const KINDS = ['openai', 'touchstone', 'http'] as const;
const METHODS = ['GET', 'POST', 'PUT'] as const;
const STREAMS = ['sse', 'ndjson'] as const;
const ORIGINS = ['file', 'api'] as const;

/** The request of a target of the kind `http`. */
export class TargetRequestDto {
  @ValidateIf(given)
  @IsIn(METHODS, { message: `must be one of ${METHODS.join(', ')}` })
  @ApiPropertyOptional({ enum: METHODS, default: 'POST' })
  method?: (typeof METHODS)[number] = 'POST';

  /** Appended to the base URL. `{{question}}` and the other placeholders are percent-encoded in it. @example "/api/ask" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(2000)
  path?: string = '/';

  /**
   * JSON body. Placeholders in its texts: `{{question}}`, `{{conversation_id}}` (null at first), `{{model}}`, `{{history}}` (the earlier
   * turns as messages) and `{{messages}}` (the same with the question).
   */
  @Allow()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { query: '{{question}}' } })
  body?: unknown;
}

/**
 * Paths to the parts of the answer of a target of the kind `http`: JSON Pointers, paths such as `choices[0].text`, or JSONPath such as
 * `$.hits[*].text`.
 */
export class TargetResponseDto {
  /** A text; of a stream, the part that each event adds. @example "/data/answer" */
  @IsString()
  @MaxLength(500)
  answer!: string;

  /** A list of retrieved passages, as texts or objects with `text` or `content`. @example "/data/contexts" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  contexts?: string;

  /** A list of sources, as addresses or objects with `title`, `url`, `document_id`, `quote`. @example "/data/sources" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  citations?: string;

  /** The id of the conversation, which the next turn sends as `{{conversation_id}}`. @example "/data/conversation_id" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  conversation_id?: string;

  /** @example "/usage/prompt_tokens" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  input_tokens?: string;

  /** @example "/usage/completion_tokens" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  output_tokens?: string;

  /** US dollars of the answer. @example "$.usage.cost" */
  @ValidateIf(given)
  @IsString()
  @MaxLength(500)
  cost_usd?: string;
}

/** Prices of tokens, for a target that reports token counts and no cost. */
export class TargetPriceDto {
  /** US dollars for a million tokens in. @example 0.4 */
  @IsNumber()
  @Min(0)
  input_usd!: number;

  /** US dollars for a million tokens out. @example 1.6 */
  @IsNumber()
  @Min(0)
  output_usd!: number;
}

/** A system under test that sessions choose by its name. */
export class TestTargetDto {
  /** @example "help-desk-bot" */
  @IsString()
  @Length(1, 100)
  name!: string;

  /** An OpenAI-compatible server, another Touchstone, or any server that the templates describe. */
  @IsIn(KINDS, { message: `must be one of ${KINDS.join(', ')}` })
  @ApiProperty({ enum: KINDS, example: 'http' })
  kind!: (typeof KINDS)[number];

  /** Without query, fragment, user and password; not an address of this server. @example "https://rag.example.org/v1" */
  @IsString()
  @Length(1, 2000)
  base_url!: string;

  /** Needed for the kind `openai`. @example "help-desk" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  model?: string;

  /** Values by name. A secret is named by its environment variable, which starts with TARGET_; `prefix` is put in front of it. */
  @ValidateIf(given)
  @IsObject()
  @HasTargetHeaders()
  @ApiPropertyOptional(headersSchema('TARGET_', 'HELP_DESK_KEY'))
  headers?: Record<string, unknown>;

  /** For the kind `http` only. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => TargetRequestDto)
  request?: TargetRequestDto;

  /** For the kind `http` only. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => TargetResponseDto)
  response?: TargetResponseDto;

  /** The answer of a target of the kind `http` is streamed as server-sent events or as lines of JSON. */
  @ValidateIf(given)
  @IsIn(STREAMS, { message: `must be one of ${STREAMS.join(', ')}` })
  @ApiPropertyOptional({ enum: STREAMS, example: 'sse' })
  stream?: (typeof STREAMS)[number];

  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => TargetPriceDto)
  price?: TargetPriceDto;

  /** Timeout of one answer in milliseconds. @example 30000 */
  @ValidateIf(given)
  @IsInt()
  @Min(1)
  @Max(600_000)
  timeout_ms?: number;

  /** Maximum number of concurrent questions of one session. @example 2 */
  @ValidateIf(given)
  @IsInt()
  @Min(1)
  @Max(64)
  concurrency?: number;

  /** Keys with one of these scopes may choose it, and `admin` always; default: `test`. @example ["test"] */
  @ValidateIf(given)
  @IsArray()
  @IsIn(TARGET_SCOPES, { each: true, message: `each value must be one of ${TARGET_SCOPES.join(', ')}` })
  @ApiPropertyOptional({ enum: TARGET_SCOPES, isArray: true, example: ['test'] })
  scopes?: (typeof TARGET_SCOPES)[number][];

  /** Where it is defined, as GET returns it. A target of `targets.json` can be changed in that file only. @example "api" */
  @ValidateIf(given)
  @IsIn(ORIGINS, { message: `must be one of ${ORIGINS.join(', ')}` })
  @ApiPropertyOptional({ enum: ORIGINS, example: 'api' })
  origin?: (typeof ORIGINS)[number];
}

/** All targets; those that are neither in the list nor in `targets.json` are removed. */
export class TestTargetListDto {
  @IsArray()
  @ArrayMaxSize(1000)
  @IsObject({ each: true, message: 'each value must be a target, for example {"name": "bot", "kind": "openai", …}' })
  @ValidateNested({ each: true })
  @Type(() => TestTargetDto)
  items!: TestTargetDto[];
}

/** A system under test without its address and its secrets. */
export class TestTargetNameDto extends PickType(TestTargetDto, ['name', 'kind']) {}

export class TestTargetNamesDto {
  items!: TestTargetNameDto[];
}
