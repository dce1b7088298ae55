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
import { TraceEventDto } from './trace.dto.js';
import { IsCalendarDay, IsSmallMap, IsVisibleName } from '../../shared/interface/field.validators.js';

const FILTERS_EXAMPLE = { allowed_category_paths: [['학사']] };

/** Switches of the components. The default is data/config/pipeline.json. A component that is off is replaced by a neutral substitute. */
export class ComponentSwitchesDto {
  /** Judge whether retrieval is needed and passages are relevant; off always retrieves and uses every passage. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  self_rag?: boolean;

  /** Intent, audience, completion of follow-ups, synonyms; off reads the message as a question in its own words. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  query_analyzer?: boolean;

  /** Expand the query if the first retrieval is uncertain; off is the raw query. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  dynamic_query_expansion?: boolean;

  /** Search in addition for a hypothetical passage, for vague and emotional questions; needs a language model. Off is the raw query. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  hyde?: boolean;

  /** Lexical and vector search; off is lexical search only (BM25). */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  hybrid_search?: boolean;

  /** Grade the passages and, if they are poor, retrieve again once; off does not. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  corrective_rag?: boolean;

  /** Order passages by relevance; off keeps the order of the fusion. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  reranker?: boolean;

  /** Check the answer's claims against the passages and compose again if one fails; off does not. */
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

  /** Whether the answer contains the trace's events. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  explain?: boolean;
}

export class ChatRequestDto {
  /** The question, 1..4000 characters. @example "휴학 신청은 언제까지 해야 하나요?" */
  @IsString({ message: 'must be a string' })
  @Length(1, 4000, { message: 'must have 1..4000 characters' })
  message!: string;

  /** Continues a conversation, or starts one with this id. @example "conv-001" */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  @IsVisibleName()
  conversation_id?: string;

  /** Free map of the caller, up to 16 KB as JSON; not part of the answer. */
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  context?: Record<string, unknown>;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: FILTERS_EXAMPLE })
  @Allow()
  filters?: unknown;

  /** Agent whose categories, numbers of passages and review threshold apply, in addition to those of the request. Unknown: 404. */
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

/** Which edition of a text a document is. */
export class SourceEditionDto {
  /** The version of the document. @example "2026" */
  label!: string | null;
  /** First day of force; null if it is open. @example "2026-03-01" */
  effective_from!: string | null;
  /** Last day of force; null if it is open. @example null */
  effective_to!: string | null;
}

/** The time for which the rules were asked, first and last day; null is open. */
export class AskedPeriodDto {
  /** @example "2025-01-01" */
  from!: string | null;
  /** @example "2025-12-31" */
  to!: string | null;
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
  /** Null for a document without a version and without days of force. */
  @ApiProperty({ type: SourceEditionDto, nullable: true })
  edition!: SourceEditionDto | null;
  /** @example ["학사", "학적"] */
  canonical_path!: string[];
  /** Exactly the stored text between start and end. @example "① 휴학은 개강일 30일 전부터 수업일수 4분의 1이 되는 날까지 학사정보시스템에서 신청한다." */
  quote!: string;
  /** Calibrated, 0..1: the probability of a right answer for the passage with the strongest support, less for others. @example 0.91 */
  score!: number;
  /** UTF-16 offset in the stored document. @example 312 */
  start!: number;
  /** @example 362 */
  end!: number;
  /** Page of the file on which the quote begins, from 1; only for formats with pages. @example 3 */
  page?: number;
  /**
   * Rectangle around the quote on that page: left, bottom, right, top in points of 1/72 inch from the lower left corner. Absent for rotated
   * text.
   * @example [56.7, 640.2, 538.6, 688.4]
   */
  box?: number[];
  /** Path of the file that the document was read from, below the address of this server. @example "/documents/handbook%2Fleave.pdf/original#page=3" */
  original_url?: string;
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
  /** Offset of the supporting text of this span in the stored document. @example 312 */
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
  /** Own seconds of each component that fired, outside or inside the steps. @example 0.0003 */
  query_analyzer?: number;
  /** @example 0.0002 */
  self_rag?: number;
  /** @example 0.0001 */
  dynamic_query_expansion?: number;
  /** @example 0.7 */
  hyde?: number;
  /** @example 0.004 */
  hybrid_search?: number;
  /** @example 0.009 */
  corrective_rag?: number;
  /** @example 0.002 */
  reranker?: number;
  /** @example 0.05 */
  fact_check?: number;
}

export class FactCheckSummaryDto {
  @ApiProperty({
    enum: ['quotes', 'claims', 'nothing_to_check', 'not_evaluated'],
    example: 'quotes',
    description:
      'quotes: the answer consists of exact quotes; claims: its claims were compared with the passages; the other values say why nothing was checked.',
  })
  method!: string;
  /** @example 2 */
  claims!: number;
  /** @example 2 */
  supported!: number;
  /** @example 0 */
  contradicted!: number;
  /** @example 0 */
  not_found!: number;
  /** Drafts that were checked. @example 0 */
  attempts!: number;
  /** Claims that were removed from the answer. @example 0 */
  left_out!: number;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    example: true,
    description: 'Result for the last draft, before claims were removed; null if nothing was checked.',
  })
  passed!: boolean | null;
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
  /** Null if the price of the model is not known. @example 0 */
  cost_usd!: number | null;
}

export class AnswerSpanDto {
  /** Offset in response. @example 0 */
  start!: number;
  /** @example 4 */
  end!: number;
}

export class DocumentInstructionDto {
  /** @example "haeon/2-1-4@2026#2" */
  chunk_id!: string;
  /** Offset in the stored document. @example 120 */
  start!: number;
  /** @example 171 */
  end!: number;
  @ApiProperty({ enum: ['override', 'role', 'reveal', 'steer', 'send', 'speaker'], example: 'override' })
  kind!: string;
}

/** Findings of the comparison of the written answer with its passages. */
export class WriterCheckDto {
  /** Sentences of response without a citation. */
  uncited!: AnswerSpanDto[];
  /** Citation numbers that named no passage. @example 0 */
  dropped_citations!: number;
  /** Sentences without support in a cited passage; they are not in response. @example 0 */
  left_out!: number;
  /** Of those, sentences that repeated the writer's own rules. @example 0 */
  prompt_leaks!: number;
  /** Links, addresses and tags that are in no passage, replaced by […]. @example 0 */
  removed_addresses!: number;
  /** Sentences of the documents that address a model instead of a reader; they are neither quoted nor followed. */
  instructions!: DocumentInstructionDto[];
}

/** A case that resembles the question; GET /cbr/cases/{case_id} shows it. */
export class ConsultedCaseDto {
  /** @example "case-haeon-a-01" */
  case_id!: string;
  /** 0..1. @example 0.52 */
  similarity!: number;
}

export class DegradedReasonDto {
  /** As degraded names it. @example "llm" */
  part!: string;
  /** @example "The language model did not answer in time. Passages of the documents are quoted instead." */
  message!: string;
}

/** A place near an unanswered question. It is not an answer. */
export class NearestPassageDto {
  /** @example "haeon/2-1-4" */
  doc_id!: string;
  /** @example "haeon/2-1-4@2026#2" */
  chunk_id!: string;
  /** @example "휴학·복학 규정" */
  title!: string;
  /** @example "제4조(휴학의 종류)" */
  section?: string;
  @ApiProperty({ type: 'string', nullable: true, example: null })
  url!: string | null;
}

export class ChatMetadataDto {
  @ApiProperty({ enum: ['question', 'explanation', 'search', 'general'], example: 'question' })
  intent!: string;
  @ApiProperty({ enum: ['en', 'ko'], example: 'ko' })
  language!: string;
  /** Audience of the question, if it names one. @example "graduate_student" */
  audience?: string;
  /** Present if the message or as_of asks for a time: `작년에는`, `in 2025`, `before the change`. */
  period?: AskedPeriodDto;
  step_timings!: StepTimingsDto;
  /** Unavailable parts. @example [] */
  degraded!: string[];
  /** Reasons in words, in the language of the question; absent if all parts were available. */
  degraded_reasons?: DegradedReasonDto[];
  llm!: LlmUsageDto;
  /** The documents do not answer. @example false */
  abstained!: boolean;
  /** The message asks nothing of the documents: a greeting, thanks, a word without content. */
  @ApiPropertyOptional({ enum: ['small_talk'], example: 'small_talk' })
  reply?: string;
  writer_check?: WriterCheckDto;
  /** Present if an agent answers: calibrated_confidence is below its review threshold. @example true */
  needs_review?: boolean;
  /** Result of the fact check; absent if it is switched off. */
  fact_check?: FactCheckSummaryDto;
  /** Calibrated probability, 0..1, that the documents answer and the answer is right; also present in an abstention. @example 0.91 */
  calibrated_confidence!: number;
  /** Calibrated probability, 0..1, that the documents answer the question; a right answer is less probable. @example 0.97 */
  answerable_probability!: number;
  /** In an abstention: up to three nearest places that the caller may see. They do not answer; absent if no place is near. */
  nearest?: NearestPassageDto[];
  /** GET /traces/{trace_id} returns the events of each component. @example "trace_5f0c" */
  trace_id!: string;
  /** The message as a self-contained question, if it was completed from the conversation. @example "휴학 신청은 언제까지 해야 하나요" */
  completed_question?: string;
  /** Cases of the caller's scope that resemble the question, best first. The answer does not use them. */
  cases?: ConsultedCaseDto[];
}

export class ChatResponseDto {
  /** The answer, in the question's language. @example "① 휴학은 개강일 30일 전부터 수업일수 4분의 1이 되는 날까지 학사정보시스템에서 신청한다. [1]" */
  response!: string;
  /** @example "conv-001" */
  conversation_id!: string;
  sources!: SourceDto[];
  citations!: CitationDto[];
  /** Top score of the sources x (1.0 with two or more sources, otherwise 0.5); below 0.3 in an abstention. @example 0.46 */
  confidence!: number;
  /** @example "1.0.0" */
  taxonomy_version!: string;
  /** Seconds. @example 0.014 */
  latency!: number;
  metadata!: ChatMetadataDto;
  /** With options.explain: the events of each component. */
  trace?: TraceEventDto[];
}
