import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { REVIEW_LABELS, REVIEWER_NAME } from '../../judge/domain/session-review.js';
import type { ReviewLabel } from '../../judge/domain/session-review.js';

const NAME_RULE = { message: "must be 1 to 40 letters, digits, '_' or '-', and not 'judge'" };

/** Who labels. */
export class LabelsQueryDto {
  /** The name of the reviewer: several people may use one key, each under a name. @example "ann" */
  @Matches(REVIEWER_NAME, NAME_RULE)
  reviewer!: string;
}

/** The label of a row. */
export class RowLabelDto {
  /** The name of the reviewer: several people may use one key, each under a name. @example "ann" */
  @Matches(REVIEWER_NAME, NAME_RULE)
  reviewer!: string;

  /** Whether the answer is right, partly right or wrong: the verdicts of the judge. */
  @IsIn(REVIEW_LABELS)
  @ApiProperty({ enum: REVIEW_LABELS, example: 'success' })
  label!: ReviewLabel;
}

/** A label that was stored. */
export class LabelledRowDto {
  /** @example "result_1" */
  result_id!: string;
  @ApiProperty({ enum: REVIEW_LABELS, example: 'success' })
  label!: ReviewLabel;
  /** Whether every row of the reviewer has a label now. @example false */
  complete!: boolean;
}

/** An earlier turn of the dialogue. */
export class EarlierTurnDto {
  /** @example "휴학은 언제까지 신청하나요?" */
  query!: string;
  /** @example "개강 전날까지 신청하여야 합니다." */
  answer!: string | null;
}

/** The right answer of a row. */
export class GoldToLabelDto {
  /** Whether the documents answer the question. @example true */
  answerable!: boolean;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string | null;
  /** @example ["개강 전날"] */
  @ApiProperty({ type: [String] })
  required_facts!: readonly string[];
  /** The right answer in the words of a dataset. @example null */
  reference!: string | null;
}

/** A row to label, without the verdict of the judge. */
export class RowToLabelDto {
  /** @example "result_1" */
  result_id!: string;
  /** Earlier turns of the dialogue, oldest first; empty for a single question. */
  earlier!: EarlierTurnDto[];
  /** @example "휴학은 언제까지 신청하나요?" */
  query!: string;
  gold!: GoldToLabelDto;
  /** @example "개강 전날까지 신청하여야 합니다." */
  answer!: string | null;
  /** The reviewer's own label; null without one. */
  @ApiProperty({ enum: REVIEW_LABELS, nullable: true, example: null })
  label!: ReviewLabel | null;
}

/** Agreement by one reading of the labels. */
export class LabelAgreementDto {
  /** Rows that both have labelled. @example 40 */
  rows!: number;
  /** Share of the rows with the same label, 0..1. @example 0.9 */
  observed!: number;
  /** Cohen's kappa, -1..1; null if it cannot be computed, since both have one label for all rows. @example 0.78 */
  kappa!: number | null;
  /** The 95 % interval of kappa; null if it cannot be computed. @example [0.59, 0.97] */
  @ApiProperty({ type: [Number], nullable: true, example: [0.59, 0.97] })
  ci95!: number[] | null;
}

/** Agreement of two reviewers, or of a reviewer with the judge. */
export class ReviewAgreementDto {
  /** @example "ann" */
  first!: string;
  /** Another reviewer, or `judge`. @example "judge" */
  second!: string;
  /** By the three labels. */
  labels!: LabelAgreementDto;
  /** By whether an answer passes, as gates count. */
  passed!: LabelAgreementDto;
}

/** The rows of a session for one reviewer, with the own labels. */
export class SessionLabelsDto {
  /** @example "ses_3f2a" */
  session_id!: string;
  /** @example "ann" */
  reviewer!: string;
  /** Up to 40 rows, the same for every reviewer. */
  rows!: RowToLabelDto[];
  /** Rows whose documents the caller may not see; they need no label. @example 0 */
  withheld!: number;
  /** Whether every row has a label. @example false */
  complete!: boolean;
  /**
   * Agreement of those whose labels are complete, with each other and with the judge; null until the own labels are complete.
   */
  @ApiProperty({ type: [ReviewAgreementDto], nullable: true })
  agreement!: ReviewAgreementDto[] | null;
}
