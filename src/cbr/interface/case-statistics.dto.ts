import { ApiProperty } from '@nestjs/swagger';

const COUNTS = { type: 'object', additionalProperties: { type: 'integer' } } as const;

/** Number of cases of a category. */
export class CategoryCountDto {
  /** @example ["학사", "학적"] */
  category_path!: string[];
  /** @example 12 */
  count!: number;
}

/** A suggestion with its feedback. */
export class CaseLogDto {
  /** @example "log_5d2f" */
  log_id!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  timestamp!: string;
  /** @example "휴학하면 등록금은?" */
  query!: string;
  /** The requested category. @example ["학사", "학적"] */
  category_path!: string[] | null;
  /** @example ["case_leave_01"] */
  suggested_case_ids!: string[];
  /** @example ["case_leave_01"] */
  picked_case_ids!: string[];
  /** The success that was sent; null before any feedback. @example true */
  success_flag!: boolean | null;
  /** @example "selected" */
  feedback!: string | null;
  /** @example 1.8 */
  execution_time_ms!: number;
  /** @example "cosine" */
  similarity_method!: string;
  /** The calling key. @example "anonymous" */
  user_id!: string;
}

/** The newest logs. */
export class CaseLogsDto {
  logs!: CaseLogDto[];
  /** @example 1 */
  total_count!: number;
}

/** The case that was used most. */
export class MostUsedCaseDto {
  /** @example "case_leave_01" */
  case_id!: string;
  /** @example 4 */
  usage_count!: number;
}

/** Counters of the case base. */
export class CaseBaseStatisticsDto {
  /** @example 40 */
  total_cases!: number;
  /** Rated interactions. @example 12 */
  total_interactions!: number;
  /** Suggestions, rated or not. @example 30 */
  total_suggestions!: number;
  /** @example 9 */
  successful_interactions!: number;
  /** Successes over rated interactions; 0 before any rating. @example 0.75 */
  success_rate!: number;
  /** @example 1.9 */
  average_response_time_ms!: number;
  /** @example 0.58 */
  average_quality_score!: number;
  /** @example 21 */
  total_usage_count!: number;
  @ApiProperty({ type: () => MostUsedCaseDto, nullable: true })
  most_used_case!: MostUsedCaseDto | null;
  /** Cases by category. */
  @ApiProperty({ type: () => [CategoryCountDto] })
  category_distribution!: CategoryCountDto[];
  /** Suggestions by similarity method. */
  @ApiProperty({ ...COUNTS, example: { cosine: 22, char_ngram: 8 } })
  similarity_method_usage!: Record<string, number>;
}

/** Whether there is enough feedback to fit a selector: 1,000 rated interactions, 70 % of them successes. */
export class SelectorReadinessDto {
  /** @example 12 */
  total_interactions!: number;
  /** @example false */
  sufficient_data!: boolean;
  /** @example 0.75 */
  success_rate!: number;
  /** @example false */
  ready!: boolean;
}

/** Mean reciprocal rank of the first successful case on held-out suggestions. */
export class HeldOutDto {
  /** Number of held-out suggestions. @example 240 */
  suggestions!: number;
  /** @example 0.71 */
  similarity!: number;
  /** @example 0.83 */
  learned!: number;
  /** 95 % interval of the difference. @example [0.08, 0.16] */
  difference_ci95!: number[];
}

/** The order of `rank_by: "selector"`, and the reason. */
export class SelectorDto {
  @ApiProperty({ enum: ['similarity', 'learned'], example: 'similarity' })
  in_use!: string;
  /** @example "not fitted yet: it takes 1,000 rated interactions with a success rate of 0.7" */
  reason!: string;
  /** @example null */
  fitted_at!: string | null;
  @ApiProperty({ type: () => HeldOutDto, nullable: true })
  held_out!: HeldOutDto | null;
}

/** Latency of suggestions, in milliseconds. */
export class CaseBasePerformanceDto {
  /** @example 1.9 */
  average_response_time_ms!: number;
  /** @example 4.2 */
  p95_response_time_ms!: number;
  /** Share of suggestions from the cache; for keys that see every case. @example 0.2 */
  cache_hit_rate?: number;
}

/** The state of the case base. */
export class CaseStatisticsDto {
  cbr_system_stats!: CaseBaseStatisticsDto;
  /** @example 12 */
  total_interactions!: number;
  /** @example 0.75 */
  success_rate!: number;
  /** @example false */
  neural_selector_ready!: boolean;
  neural_selector_readiness!: SelectorReadinessDto;
  selector!: SelectorDto;
  performance!: CaseBasePerformanceDto;
}
