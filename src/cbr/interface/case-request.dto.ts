import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  registerDecorator,
} from 'class-validator';
import { CATEGORY_PATH_SCHEMA } from '../../shared/interface/property-schemas.js';
import { IsCategoryPathParameter, IsCategoryPathField } from '../../shared/interface/category-paths.validator.js';
import { given, IsSmallMap, IsVisibleName } from '../../shared/interface/field.validators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { MAX_CONTENT, MAX_QUERY, isStorable } from '../domain/case-record.js';
import { type Feedback, FEEDBACKS } from '../domain/feedback.js';
import { SIMILARITY_METHODS, type SimilarityMethod } from '../domain/similarity.js';

/** A DTO field for a string that can be stored without loss. */
export function IsStorableText(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isStorableText',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isStorable(value),
        defaultMessage: () => 'must be a string of whole Unicode characters without NUL',
      },
    });
  };
}

const MAX_LOGS = 1000;
const RANKINGS = ['similarity', 'selector'] as const;

export const METADATA_SCHEMA = { type: 'object', additionalProperties: true, example: { owner: '학사팀' } } as const;
const VISIBLE = { message: 'must hold visible text' };
const ONE_OF_METHODS = { message: `must be one of ${SIMILARITY_METHODS.join(', ')}` };
const ONE_OF_FEEDBACKS = { message: `must be one of ${FEEDBACKS.join(', ')}` };

/** A question for a search of similar cases. */
export class SuggestCasesDto {
  /** @example "휴학 중에 등록금은 언제 내나요?" */
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_QUERY)
  query!: string;

  /** Only cases of exactly this category. */
  @ValidateIf(given)
  @IsCategoryPathField()
  @ApiPropertyOptional(CATEGORY_PATH_SCHEMA)
  category_path?: string[];

  /** Number of cases, 1..50. @example 5 */
  @ValidateIf(given)
  @IsInt()
  @Min(1)
  @Max(50)
  k?: number = 5;

  /** Similarity method. */
  @ValidateIf(given)
  @IsIn(SIMILARITY_METHODS, ONE_OF_METHODS)
  @ApiPropertyOptional({ enum: SIMILARITY_METHODS, default: 'cosine', example: 'char_ngram' })
  similarity_method?: SimilarityMethod = 'cosine';

  /** Whether suggestions carry their metadata. */
  @ValidateIf(given)
  @IsBoolean()
  include_metadata?: boolean = true;

  /** Cases of a lower quality are left out, 0..1. @example 0.5 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  min_quality_score?: number = 0;

  /** Sort order: similarity, or the order learned from feedback if it is active (see /cbr/stats). */
  @ValidateIf(given)
  @IsIn(RANKINGS, { message: `must be one of ${RANKINGS.join(', ')}` })
  @ApiPropertyOptional({ enum: RANKINGS, default: 'similarity', example: 'similarity' })
  rank_by?: (typeof RANKINGS)[number] = 'similarity';
}

/** Feedback on a suggested case. */
export class CaseFeedbackDto {
  /** The log_id of the suggestion. @example "log_5d2f" */
  @IsStorableText()
  @Length(1, 200)
  log_id!: string;

  /** @example "case-haeon-a-01" */
  @IsString()
  @Length(1, 200)
  case_id!: string;

  /** Required, under this name or as feedback_type. */
  @ValidateIf((body: CaseFeedbackDto) => body.feedback !== undefined || body.feedback_type === undefined)
  @IsIn(FEEDBACKS, ONE_OF_FEEDBACKS)
  @ApiPropertyOptional({ enum: FEEDBACKS, example: 'thumbs_up' })
  feedback?: Feedback;

  /** Alias of feedback. */
  @ValidateIf(given)
  @IsIn(FEEDBACKS, ONE_OF_FEEDBACKS)
  @ApiPropertyOptional({ enum: FEEDBACKS })
  feedback_type?: Feedback;

  /**
   * Whether the case led to an answer; default true, but `ignored` without it does not count as a success or a failure.
   * @example true
   */
  @ValidateIf(given)
  @IsBoolean()
  success?: boolean;
}

/** A case to store. */
export class CreateCaseDto {
  /** The question that the case answers. @example "휴학 중에 등록금은 언제 내나요?" */
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_QUERY)
  query!: string;

  /** Its category, 1..5 labels. */
  @IsCategoryPathField()
  @ApiProperty(CATEGORY_PATH_SCHEMA)
  category_path!: string[];

  /** The answer or the procedure, up to 100,000 characters. @example "휴학 기간에는 등록금을 내지 않고, 복학하는 학기에 낸다." */
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_CONTENT)
  content!: string;

  /**
   * Id of the case; generated if absent, and a conflict if it exists. A key that is limited to categories gets an id
   * derived from it, which the response contains; the key may use either id.
   * @example "case_leave_01"
   */
  @ValidateIf(given)
  @Length(1, 200)
  @IsVisibleName()
  case_id?: string;

  /** 0..1. @example 0.5 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  quality_score?: number = 0.5;

  /** Free map, up to 16 KB as JSON. */
  @ValidateIf(given)
  @IsObject()
  @IsSmallMap()
  @ApiPropertyOptional(METADATA_SCHEMA)
  metadata?: Record<string, unknown>;
}

/** The fields of a case to change, at least one. */
export class UpdateCaseDto {
  /** @example "휴학생은 등록금을 언제 내나요?" */
  @ValidateIf(given)
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_QUERY)
  query?: string;

  @ValidateIf(given)
  @IsCategoryPathField()
  @ApiPropertyOptional(CATEGORY_PATH_SCHEMA)
  category_path?: string[];

  /** @example "복학하는 학기의 등록 기간에 낸다." */
  @ValidateIf(given)
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_CONTENT)
  content?: string;

  /** 0..1. @example 0.8 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  quality_score?: number;

  /** Replaces the whole map; up to 16 KB as JSON. */
  @ValidateIf(given)
  @IsObject()
  @IsSmallMap()
  @ApiPropertyOptional(METADATA_SCHEMA)
  metadata?: Record<string, unknown>;
}

/** A new quality of a case. */
export class UpdateCaseQualityDto {
  /** 0..1. @example 0.9 */
  @IsNumber()
  @Min(0)
  @Max(1)
  quality_score!: number;
}

/** Which cases to list. */
export class CasesQueryDto extends PageQueryDto {
  /** Only exactly this category, as a JSON array. @example "[\"학사\",\"학적\"]" */
  @ValidateIf(given)
  @IsCategoryPathParameter()
  category?: string;

  /** Only cases whose question contains all of these words; withheld cases are left out. @example "휴학" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @IsStorableText()
  query?: string;
}

/** Which logs of a case to list. */
export class LogsOfCaseQueryDto {
  /** Number of logs, newest first, 1..1000. @example 100 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LOGS)
  limit?: number = 100;
}

/** Which logs to list. */
export class CaseLogsQueryDto {
  /** Number of logs, newest first, 1..1000. @example 100 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LOGS)
  limit?: number = 100;

  /** Only suggestions that were rated a success. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'must be true or false' })
  success_only?: boolean = false;
}
