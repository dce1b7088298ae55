import { Allow, IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FILTERS_SCHEMA } from '../../access/interface/filter.dto.js';
import { IsCalendarDay } from '../../shared/interface/field.validators.js';

export class SearchRequestDto {
  /** Search query. @example "휴학 신청은 언제까지 해야 하나요?" */
  @IsString({ message: 'must be a string' })
  @Length(1, 4000, { message: 'must have 1..4000 characters' })
  query!: string;

  /** Number of passages, 1..100. @example 5 */
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ message: 'must be a whole number from 1 to 100' })
  @Min(1, { message: 'must be at least 1' })
  @Max(100, { message: 'must be at most 100' })
  top_k?: number;

  /** The same as top_k. @example 5 */
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ message: 'must be a whole number from 1 to 100' })
  @Min(1, { message: 'must be at least 1' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number;

  @ApiPropertyOptional(FILTERS_SCHEMA)
  @Allow()
  filters?: unknown;

  /** Agent whose categories and numbers of passages apply, in addition to those of the request. Unknown: 404. @example null */
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  agent_id?: string;

  /** Retrievers to use. */
  @IsOptional()
  @IsIn(['hybrid', 'bm25', 'vector'], { message: 'must be hybrid, bm25 or vector' })
  mode?: 'hybrid' | 'bm25' | 'vector' = 'hybrid';

  /** Whether heuristic relevance may change the order. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  rerank?: boolean = true;

  /** Whether hits include their text. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  include_text?: boolean = true;

  /** Whether hits explain why they were found. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  explain?: boolean = false;

  /** Day on which documents must be in force; today by default. @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDay()
  as_of?: string;
}

export class HitSourceDto {
  /** @example "휴학·복학 규정" */
  title!: string;
  /** @example null */
  url!: string | null;
  /** @example "2026-02-10" */
  date!: string | null;
  /** @example "2026" */
  version!: string | null;
}

export class RankedByDto {
  /** From 1. @example 1 */
  rank!: number;
  /** The retriever's own score. @example 12.4 */
  score!: number;
}

export class RerankExplanationDto {
  /** Source of the score: `heuristic`, or the name of the model. @example "heuristic" */
  by!: string;
  /** Heading of the passage that was scored with it: title and section. @example "휴학·복학 규정 제3조(신청 기간과 방법)" */
  heading!: string;
  /** @example 0.87 */
  score!: number;
  /** Each feature in 0..1. @example {"coverage": 0.92, "heading": 0.4, "phrase": 1, "proximity": 0.5} */
  features!: Record<string, number>;
}

export class ExplanationDto {
  @ApiProperty({ type: () => RankedByDto, nullable: true })
  bm25!: RankedByDto | null;
  @ApiProperty({ type: () => RankedByDto, nullable: true })
  vector!: RankedByDto | null;
  /** Rank in the second pass, for the expansion terms of the best passages of the first. */
  @ApiProperty({ type: () => RankedByDto, nullable: true })
  feedback_bm25!: RankedByDto | null;
  /** Rank in the second pass, for the question's vector moved towards the best passages of the first. */
  @ApiProperty({ type: () => RankedByDto, nullable: true })
  feedback_vector!: RankedByDto | null;
  /** Whether the question names this passage by rule book, number or title: such passages rank before all others. @example false */
  named!: boolean;
  /** Weighted sum of standardised scores. @example 2.31 */
  fused_score!: number;
  /**
   * Mean score of the passages with the nearest vectors, in standard deviations among the best; null if the words of
   * the question clearly separate their passages, if fewer than a hundred were found, or if there are no vectors.
   * @example 0.84
   */
  @ApiProperty({ type: Number, nullable: true })
  neighbour_support!: number | null;
  rerank!: RerankExplanationDto;
  /** Index terms of the question that the passage contains. @example ["휴학", "신청"] */
  matched_terms!: string[];
  /** An earlier near duplicate of this passage. @example "haeon/2-1-4@2026#3" */
  duplicate_of?: string;
}

export class HighlightDto {
  /** UTF-16 offset in the hit's text. @example 12 */
  start!: number;
  /** @example 14 */
  end!: number;
}

export class HitDto {
  /** @example "haeon/2-1-4@2026#3" */
  chunk_id!: string;
  /** @example "haeon/2-1-4@2026" */
  document_id!: string;
  /** Fused score, or the retriever's own in a single mode. @example 2.31 */
  score!: number;
  /** Relevance in 0..1; after reranking it falls from hit to hit, and `explain` has the hit's own value. @example 0.87 */
  rerank_score!: number;
  /** Exact text of the passage. @example "제3조(신청 기간과 방법) ① 휴학은 …" */
  text?: string;
  source!: HitSourceDto;
  /** @example ["학사", "학적"] */
  taxonomy_path!: string[];
  /**
   * The document's metadata, and canonical_path, section, start, end of the passage; of a file with pages also `page`, where the passage
   * begins, and `places`: `[start, end, page, left, bottom, right, top]` of each block, with offsets in the passage and points on the page.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { canonical_path: ['학사', '학적'], section: '제3조(신청 기간과 방법)', start: 310, end: 640 },
  })
  metadata!: Record<string, unknown>;
  /** Where words of the question occur in the text. */
  highlights!: HighlightDto[];
  explain?: ExplanationDto;
}

export class SearchMetricsDto {
  /** Milliseconds. @example 6.1 */
  total_time!: number;
  /** @example 0.1 */
  embedding_time!: number;
  /** @example 1.2 */
  bm25_time!: number;
  /** @example 1.9 */
  vector_time!: number;
  /** @example 0.1 */
  fusion_time!: number;
  /** 0 if the order was not changed. @example 2.5 */
  rerank_time!: number;
  /** Time for reading and intersecting the filter, which then applies inside the queries. @example 0.02 */
  filter_time!: number;
  /** Passages that each retriever returned inside the filter. @example 100 */
  bm25_candidates!: number;
  /** @example 100 */
  vector_candidates!: number;
  /** @example 10 */
  final_results!: number;
  /**
   * Whether the result came from the cache; the stages' times are then those of the original search. For a key with limits it is always
   * false, and the stages' times are 0: they would report hidden writes. @example false
   */
  cache_hit!: boolean;
}

export class SearchResponseDto {
  hits!: HitDto[];
  /** Distinct passages that the retrievers returned. @example 143 */
  total_count!: number;
  /** Seconds. @example 0.0061 */
  latency!: number;
  /** @example "1.0.0" */
  taxonomy_version!: string;
  /** Parts that were unavailable. @example [] */
  degraded!: string[];
  metrics!: SearchMetricsDto;
}
