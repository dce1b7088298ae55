import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsInt, IsString, Length, Matches, Max, Min, ValidateIf } from 'class-validator';
import { Classification } from '../application/classify-text.js';
import { Candidate, needsReview } from '../domain/classification.js';
import { FILTERS_SCHEMA } from '../../access/interface/filter.dto.js';

/** A text to classify. */
export class ClassifyTextDto {
  /** @example "휴학 신청 기간과 필요한 서류를 안내합니다." */
  @IsString()
  @Matches(/\S/, { message: 'must hold visible text' })
  text!: string;

  /** @example "휴학 안내" */
  @ValidateIf((body: ClassifyTextDto) => body.title !== undefined)
  @IsString()
  @Length(1, 500)
  title?: string;

  /** Number of candidates, 1..100; 5 by default. @example 3 */
  @ValidateIf((body: ClassifyTextDto) => body.top_k !== undefined)
  @IsInt()
  @Min(1)
  @Max(100)
  top_k?: number;

  @ApiPropertyOptional(FILTERS_SCHEMA)
  @Allow()
  filters?: unknown;
}

/** A category that the text may belong to. */
export class CategoryCandidateDto {
  /** Labels from the top category down; the first candidate may be an inner category. @example ["학사", "학적"] */
  canonical_path: string[];
  /**
   * Probability, 0..1: of the first candidate, that the text belongs at or below it; of the others, that it belongs
   * exactly there.
   * @example 0.81
   */
  confidence: number;

  constructor({ path, confidence }: Candidate) {
    this.canonical_path = [...path];
    this.confidence = confidence;
  }
}

/**
 * The category of a text, by the documents that the caller may see. The first candidate is the deepest category whose confidence reaches
 * 0.70: a category with many similar siblings may be too uncertain where its parent is not. If none reaches it, the likeliest category with
 * documents comes first. The others are categories with documents, below the first one and elsewhere, to select from.
 */
export class ClassificationDto {
  /** By falling confidence, no category twice. Empty when no document that the caller may see resembles the text. */
  candidates: CategoryCandidateDto[];
  /** Whether the confidence of the first candidate is below 0.70, or there is none. @example false */
  needs_review: boolean;
  /** Parts of the search that were unavailable: the candidates come from the others. @example [] */
  degraded: string[];

  constructor({ candidates, degraded }: Classification) {
    this.candidates = candidates.map((candidate) => new CategoryCandidateDto(candidate));
    this.needs_review = needsReview(candidates);
    this.degraded = [...degraded];
  }
}
