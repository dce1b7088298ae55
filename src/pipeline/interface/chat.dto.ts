import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsCalendarDay } from '../../shared/interface/calendar-day.validator.js';
import { TraceEventDto } from './conversation.dto.js';

const FILTERS_EXAMPLE = { allowed_category_paths: [['학사']] };

/** Each component can be switched off; what is not named is on. */
export class ComponentSwitchesDto {
  /** Judge whether retrieval is needed and passages are relevant. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  self_rag?: boolean;

  /** Intent, language, completion of follow-ups. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  query_analyzer?: boolean;

  /** Widen the query where the first retrieval is uncertain. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  dynamic_query_expansion?: boolean;

  /** Retrieve by a hypothetical answer; needs a language model. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  hyde?: boolean;

  /** Words and vectors; off is words alone. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  hybrid_search?: boolean;

  /** Grade passages and retrieve again. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  corrective_rag?: boolean;

  /** Order passages by relevance. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  reranker?: boolean;

  /** Check the answer's claims against the passages. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  fact_check?: boolean;
}

export class ChatOptionsDto {
  @IsOptional()
  @ValidateNested()
  @IsObject({ message: 'must be an object' })
  @Type(() => ComponentSwitchesDto)
  components?: ComponentSwitchesDto;

  /** Whether the answer carries the trace's events. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  explain?: boolean;
}

export class ChatRequestDto {
  /** The question, 1..4000 characters. @example "휴학 신청은 언제까지 해야 하나요?" */
  @IsString({ message: 'must be a string' })
  @Length(1, 4000, { message: 'must have 1..4000 characters' })
  message!: string;

  /** Goes on with a conversation, or begins one under your id. @example "conv-001" */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  conversation_id?: string;

  /** Free map of the caller; kept out of the answer. */
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  context?: Record<string, unknown>;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: FILTERS_EXAMPLE })
  @Allow()
  filters?: unknown;

  /** Agent whose categories apply. Agents are not part of this version: any id is unknown. */
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  agent_id?: string;

  /** Passages to read, 1..50. @example 10 */
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ message: 'must be a whole number from 1 to 50' })
  @Min(1, { message: 'must be at least 1' })
  @Max(50, { message: 'must be at most 50' })
  top_k?: number = 10;

  /** Day on which documents must be in force; today by default. @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDay()
  as_of?: string;

  @IsOptional()
  @ValidateNested()
  @IsObject({ message: 'must be an object' })
  @Type(() => ChatOptionsDto)
  options?: ChatOptionsDto;
}

export class SourceDto {
  /** Number in the answer. @example 1 */
  n!: number;
  /** @example "haeon/2-1-4@2026" */
  doc_id!: string;
  /** @example "haeon/2-1-4@2026#2" */
  chunk_id!: string;
  /** @example "휴학·복학 규정" */
  title!: string;
  /** Place in the document. @example "제1장 총칙 > 제3조(신청 기간과 방법)" */
  section?: string;
  /** @example null */
  url!: string | null;
  /** @example "2026-02-10" */
  date!: string | null;
  /** @example "2026" */
  version!: string | null;
  /** @example ["학사", "학적"] */
  canonical_path!: string[];
  /** Exactly the stored text between start and end. @example "① 휴학은 개강일 30일 전부터 수업일수 4분의 1이 되는 날까지 학사정보시스템에서 신청한다." */
  quote!: string;
  /** Calibrated, 0..1: the probability of a right answer for the passage that speaks for it most, less for others. @example 0.91 */
  score!: number;
  /** UTF-16 offset in the stored document. @example 312 */
  start!: number;
  /** @example 362 */
  end!: number;
  /** Supports a cited sentence without being quoted. @example true */
  corroborating?: boolean;
}

export class CitationDto {
  /** Offset in response. @example 0 */
  start!: number;
  /** @example 50 */
  end!: number;
  /** Number of the source. @example 1 */
  source_n!: number;
  /** Where the text that supports this stretch begins in the stored document. @example 312 */
  quote_start!: number;
  /** @example 362 */
  quote_end!: number;
}

export class StepTimingsDto {
  /** Seconds. @example 0.0004 */
  intent!: number;
  /** @example 0.012 */
  retrieve!: number;
  /** @example 0.001 */
  compose!: number;
  /** @example 0.0001 */
  respond!: number;
}

export class LlmUsageDto {
  /** @example "extractive" */
  provider!: string;
  /** @example "extractive-v1" */
  model!: string;
  /** @example 0 */
  input_tokens!: number;
  /** @example 0 */
  output_tokens!: number;
  /** Null when the price of the model is not known. @example 0 */
  cost_usd!: number | null;
}

export class ChatMetadataDto {
  @ApiProperty({ enum: ['question', 'explanation', 'search', 'general'], example: 'question' })
  intent!: string;
  @ApiProperty({ enum: ['en', 'ko'], example: 'ko' })
  language!: string;
  step_timings!: StepTimingsDto;
  /** Parts that were away. @example [] */
  degraded!: string[];
  llm!: LlmUsageDto;
  /** The documents do not answer. @example false */
  abstained!: boolean;
  /** Calibrated probability, 0..1, that the documents answer and the answer is right; told also when it abstains. @example 0.91 */
  calibrated_confidence!: number;
  /** Ask GET /traces/{trace_id} what each component did. @example "trace_5f0c" */
  trace_id!: string;
  /** The message as a question that stands by itself, when it was completed from the conversation. @example "휴학 신청은 언제까지 해야 하나요" */
  completed_question?: string;
}

export class ChatResponseDto {
  /** The answer, in the question's language. @example "① 휴학은 개강일 30일 전부터 수업일수 4분의 1이 되는 날까지 학사정보시스템에서 신청한다. [1]" */
  response!: string;
  /** @example "conv-001" */
  conversation_id!: string;
  sources!: SourceDto[];
  citations!: CitationDto[];
  /** Top score of the sources x (1.0 with two or more sources, else 0.5); below 0.3 when abstained. @example 0.46 */
  confidence!: number;
  /** @example "1.0.0" */
  taxonomy_version!: string;
  /** Seconds. @example 0.014 */
  latency!: number;
  metadata!: ChatMetadataDto;
  /** With options.explain: what each component did. */
  trace?: TraceEventDto[];
}
