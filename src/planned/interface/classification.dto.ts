import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsInt, IsString, Length, Matches, Max, Min, ValidateIf } from 'class-validator';
import { FILTERS_SCHEMA } from './filters-schema.js';
import { given } from './given.js';

/** A text whose category is wanted. */
export class ClassifyTextDto {
  /** @example "휴학 신청 기간과 필요한 서류를 안내합니다." */
  @IsString()
  @Matches(/\S/, { message: 'must hold visible text' })
  text!: string;

  /** @example "휴학 안내" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 500)
  title?: string;

  /** Candidates wanted, 1..100. @example 3 */
  @ValidateIf(given)
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
  /** @example ["학사", "학적"] */
  canonical_path!: string[];
  /** 0..1. @example 0.81 */
  confidence!: number;
}

/** Categories that the caller may see, the likeliest first. */
export class ClassificationDto {
  candidates!: CategoryCandidateDto[];
  /** Whether the best candidate stays below 0.70. @example false */
  needs_review!: boolean;
}
