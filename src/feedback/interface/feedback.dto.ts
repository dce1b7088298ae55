import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length, Matches, MaxLength, ValidateIf, ValidateNested } from 'class-validator';
import { given } from '../../shared/interface/field.validators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { type Thumb, THUMBS } from '../domain/answer-feedback.js';
import { type Decision, DECISIONS } from '../domain/review.js';

const VISIBLE = { message: 'must hold visible text' };
const MOST_TEXT = 4000;
const MOST_QUOTE = 10_000;
export const STATUSES = ['pending', 'decided'] as const;

/** Source of the right answer. */
export class GoldPassageDto {
  /** @example "haeon/6-1-3@2026" */
  @IsString()
  @Length(1, 200)
  document_id!: string;

  /** Verbatim quote of the document that answers. @example "법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증을 등록하여야 한다." */
  @IsString()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MOST_QUOTE)
  quote!: string;
}

/** Feedback on an answer of the caller. */
export class AnswerFeedbackDto {
  /** metadata.trace_id of the answer. @example "trace_5f0c" */
  @IsString()
  @Length(1, 200)
  trace_id!: string;

  @IsIn(THUMBS, { message: `must be one of ${THUMBS.join(', ')}` })
  @ApiProperty({ enum: THUMBS, example: 'thumbs_up' })
  feedback!: Thumb;

  /** Free text. @example "기한이 빠져 있어요." */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_TEXT)
  comment?: string;

  /** The right answer, if known. @example "7일 이내입니다." */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_TEXT)
  correction?: string;

  /** The next test session compares its answer with this quote; without it, with the fact check. */
  @ValidateIf(given)
  @ValidateNested()
  @Type(() => GoldPassageDto)
  gold?: GoldPassageDto;
}

export class AnswerFeedbackOutcomeDto {
  /** @example "success" */
  status!: string;
  /** @example "trace_5f0c" */
  trace_id!: string;
  @ApiProperty({ enum: THUMBS, example: 'thumbs_up' })
  feedback!: string;
  /** False for repeated feedback. @example true */
  counted!: boolean;
  @ApiProperty({
    enum: ['case', 'review', 'reported', 'noted'],
    example: 'case',
    description:
      '`case`: kept as a case. `review`: a reviewer decides, since the key may keep none. `reported`: asked again in the next test session. `noted`: nothing follows.',
  })
  outcome!: string;
  /** @example "It became the case case_5d2f." */
  message!: string;
}

export class ReviewsQueryDto extends PageQueryDto {
  @IsOptional()
  @IsIn(STATUSES, { message: `must be one of ${STATUSES.join(', ')}` })
  @ApiPropertyOptional({ enum: STATUSES, default: 'pending' })
  status?: (typeof STATUSES)[number];
}

export class ReviewSourceDto {
  /** @example "haeon/6-1-3@2026" */
  document_id!: string;
  /** @example "예산·회계 규정" */
  title!: string;
  /** @example ["행정", "재무"] */
  canonical_path!: string[];
  /** @example "법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증을 등록하여야 한다." */
  quote!: string;
}

export class ReviewDecisionOfDto {
  @ApiProperty({ enum: DECISIONS, example: 'approve' })
  decision!: string;
  /** The approved text. @example "7일 이내에 등록합니다." */
  answer!: string;
  /** @example null */
  comment!: string | null;
  /** Id of the key that decided. @example "key_1a2b" */
  decided_by!: string;
  /** @example "2026-11-22T09:00:00.000Z" */
  decided_at!: string;
  /** @example "case_5d2f" */
  case_id!: string | null;
}

/** An answer that needs a review. */
export class ReviewDto {
  /** The answer's trace_id. @example "trace_5f0c" */
  review_id!: string;
  @ApiProperty({ enum: STATUSES, example: 'pending' })
  status!: string;
  @ApiProperty({ enum: ['low_confidence', 'confirmed'], example: 'low_confidence' })
  reason!: string;
  /** @example "법인카드 영수증은 언제까지 등록하나요?" */
  question!: string;
  /** @example "쓴 날부터 7일 이내에 등록하여야 합니다. [1]" */
  answer!: string;
  sources!: ReviewSourceDto[];
  /** @example 0.42 */
  confidence!: number | null;
  /** Review threshold of the agent. @example 0.7 */
  review_below!: number | null;
  /** @example "2026-11-22T09:00:00.000Z" */
  created_at!: string;
  /**
   * True if answer and sources are withheld, otherwise absent: a quoted document was deleted, changed, or is not
   * visible.
   * @example true
   */
  withheld?: boolean;
  /**
   * True if a later edition in force changed or removed a quoted passage, otherwise absent: the answer cannot become a
   * case.
   * @example true
   */
  outdated?: boolean;
  /** Absent while the review is pending. */
  decision?: ReviewDecisionOfDto;
}

export class ReviewPageDto {
  items!: ReviewDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** The decision of a reviewer. */
export class DecideReviewDto {
  @IsIn(DECISIONS, { message: `must be one of ${DECISIONS.join(', ')}` })
  @ApiProperty({ enum: DECISIONS, example: 'approve' })
  decision!: Decision;

  /** The corrected answer; only with `edit`, and required there. */
  @ValidateIf(given)
  @IsString()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MOST_QUOTE)
  answer?: string;

  /** @example "규정과 같습니다." */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_TEXT)
  comment?: string;
}
