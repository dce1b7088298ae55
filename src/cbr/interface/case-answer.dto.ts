import { ApiProperty } from '@nestjs/swagger';

const METADATA_SCHEMA = { type: 'object', additionalProperties: true, example: { owner: '학사팀' } } as const;

/** A stored case. */
export class CaseDto {
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "휴학 중에 등록금은 언제 내나요?" */
  query!: string;
  /** @example ["학사", "학적"] */
  category_path!: string[];
  /** @example "휴학 기간에는 등록금을 내지 않고, 복학하는 학기에 낸다." */
  content!: string;
  /** 0..1. @example 0.7 */
  quality_score!: number;
  @ApiProperty(METADATA_SCHEMA)
  metadata!: Record<string, unknown>;
  /** Number of feedbacks. @example 3 */
  usage_count!: number;
  /** Successes over rated uses, 0..1; 0 before any. @example 0.75 */
  success_rate!: number;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** @example "2026-11-21T09:30:00.000Z" */
  updated_at!: string;
  /**
   * True if the content is withheld, otherwise absent: a document of its answer was deleted or changed. Only for callers who see everything.
   * @example true
   */
  withheld?: boolean;
  /**
   * True if a later edition changed or removed a quoted passage, otherwise absent: the case is not suggested.
   * @example true
   */
  outdated?: boolean;
}

/** A page of cases. */
export class CasePageDto {
  items!: CaseDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** A case that resembles the question. */
export class CaseSuggestionDto {
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "휴학 중에 등록금은 언제 내나요?" */
  query!: string;
  /** @example ["학사", "학적"] */
  category_path!: string[];
  /** @example "휴학 기간에는 등록금을 내지 않고, 복학하는 학기에 낸다." */
  content!: string;
  /** By the chosen method, 0..1. @example 0.82 */
  similarity_score!: number;
  /** 0..1. @example 0.7 */
  quality_score!: number;
  @ApiProperty(METADATA_SCHEMA)
  metadata!: Record<string, unknown>;
  /** @example 3 */
  usage_count!: number;
}

/** Cases by similarity, ties by quality and then by usage. */
export class CaseSuggestionsDto {
  /** Send it with the feedback. @example "log_5d2f" */
  log_id!: string;
  suggestions!: CaseSuggestionDto[];
  /** @example 1.8 */
  execution_time_ms!: number;
  /** @example "휴학하면 등록금은?" */
  query!: string;
  /** @example 5 */
  k_requested!: number;
  /** @example 1 */
  k_returned!: number;
  /**
   * Similarity method of the scores; differs from the requested one if the embedding is unavailable.
   * @example "char_ngram"
   */
  similarity_method!: string;
  /** Sort order: `similarity` or `learned`. @example "similarity" */
  ranked_by!: string;
  /** Unavailable parts: `embedding`. @example [] */
  degraded!: string[];
}

/** The effect of feedback. */
export class CaseFeedbackOutcomeDto {
  /** @example "success" */
  status!: string;
  /** @example "The feedback was counted." */
  message!: string;
  /** @example "log_5d2f" */
  log_id!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "thumbs_up" */
  feedback!: string;
  /** The quality afterwards: +0.1, -0.1, +0.1 or 0, within 0..1. @example 0.8 */
  quality_score!: number;
  /** @example 4 */
  usage_count!: number;
  /** Whether the log is known and suggested this case. @example true */
  log_bound!: boolean;
}

/** A case was stored. */
export class CreatedCaseDto {
  /** @example "success" */
  status!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "The case was stored." */
  message!: string;
}

/** A case was changed. */
export class UpdatedCaseDto {
  /** @example "success" */
  status!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "2 fields were changed." */
  message!: string;
  /** @example ["content", "quality_score"] */
  updated_fields!: string[];
  /** @example "2026-11-21T09:30:00.000Z" */
  updated_at!: string;
}

/** The quality of a case was set. */
export class UpdatedCaseQualityDto {
  /** @example "success" */
  status!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example 0.9 */
  quality_score!: number;
  /** @example 0.7 */
  previous_quality_score!: number;
  /** @example "The quality was set." */
  message!: string;
  /** @example "2026-11-21T09:30:00.000Z" */
  updated_at!: string;
}

/** A case and its logs were removed; the aggregate counters stay. */
export class DeletedCaseDto {
  /** @example "success" */
  status!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example "The case and its logs were removed." */
  message!: string;
  /** @example "2026-11-21T09:30:00.000Z" */
  deleted_at!: string;
}

/** Reason for the rejection of a line. */
export class ImportErrorDto {
  /** From 1. @example 3 */
  line!: number;
  /** @example "case_leave_03" */
  case_id?: string;
  /** @example "/quality_score: must be a number from 0 to 1" */
  detail!: string;
}

/** The result of an import. */
export class ImportedCasesDto {
  /** New or changed cases. @example 40 */
  imported!: number;
  /** @example 0 */
  unchanged!: number;
  /** @example 0 */
  failed!: number;
  /** The first hundred. */
  errors!: ImportErrorDto[];
}
