import { ApiProperty } from '@nestjs/swagger';

/** Outcome of the injected faults, or of the sound answers, of one kind in one language. */
export class TrialRateDto {
  /** @example "invented_number" */
  kind!: string;
  @ApiProperty({ enum: ['en', 'ko'], example: 'ko' })
  language!: string;
  /** An injected fault; otherwise a sound answer. @example true */
  is_fault!: boolean;
  /** @example 13 */
  cases!: number;
  /** Cases on which the judge failed; they are in no rate. @example 0 */
  not_evaluated!: number;
  /** Share of the faults that were caught, or of the sound answers that were called wrong. @example 1 */
  rate!: number | null;
  /** 95 % interval (Wilson). @example [0.77, 1] */
  ci95!: number[] | null;
  /** Minimum rate of caught faults, or maximum rate of false alarms. @example 0.97 */
  limit!: number;
  /** Null if there are too few cases. @example true */
  holds!: boolean | null;
}

/** Outcome of right and wrong answers of one form in one language, with or without their source. */
export class FormRateDto {
  /** @example "own_words" */
  form!: string;
  @ApiProperty({ enum: ['en', 'ko'], example: 'ko' })
  language!: string;
  /** Whether the answers have their source. @example false */
  cited!: boolean;
  /** Number of right answers. @example 8 */
  right!: number;
  /** Share of the right answers that did not pass. @example 0 */
  refused!: number | null;
  /** 95 % interval (Wilson). @example [0, 0.32] */
  refused_ci95!: number[] | null;
  /** Number of wrong answers. @example 8 */
  wrong!: number;
  /** Share of the wrong answers that did not pass. @example 1 */
  caught!: number | null;
  /** 95 % interval (Wilson). @example [0.68, 1] */
  caught_ci95!: number[] | null;
}

/** Quality of a judge, measured on faults injected into the documents of the session. */
export class JudgeScorecardDto {
  /** `rules`, or provider and model. @example "rules" */
  judge!: string;
  /** Version of the calibration. @example 1 */
  version!: number;
  /** @example 1 */
  seed!: number;
  /** @example "2026-11-21T03:01:00.000Z" */
  measured_at!: string;
  /** @example 180 */
  documents!: number;
  /** @example 380 */
  faults!: number;
  /** @example 165 */
  sound!: number;
  /** @example 0 */
  not_evaluated!: number;
  /** @example 0.99 */
  catch_rate!: number | null;
  /** Planted faults by who acts, by the condition or by the exception; they are in no other number. @example 238 */
  scope_faults?: number;
  /** @example 0.91 */
  scope_catch_rate?: number | null;
  /** @example 0.01 */
  false_alarm_rate!: number | null;
  rates!: TrialRateDto[];
  /** Right and wrong answers by their form; undefined for a judge that was not tried by form. */
  @ApiProperty({ type: () => [FormRateDto], required: false })
  forms?: FormRateDto[];
  /** Lowest overlap of right answers with the gold sentence in the trial; answers below it are outside the measured range. @example 0.21 */
  least_overlap?: number | null;
  /** False if a kind misses its limit. @example true */
  holds!: boolean | null;
}

/** Statistics of a language model as judge. */
export class ModelJudgeDto {
  /** @example "openai/gpt-4o-mini" */
  model!: string;
  /** Answers with two readable readings. @example 47 */
  judged!: number;
  /** @example 1 */
  not_evaluated!: number;
  /** Answers whose two readings, with the passages in opposite order, have different verdicts. @example 2 */
  disagreements!: number;
  /** Its verdict differs from that of the rules. @example 4 */
  against_rules!: number;
  /** @example 0.03 */
  cost_usd!: number | null;
}

/** Calls of a session before it runs, and their possible cost. */
export class CostEstimateDto {
  /**
   * Lower and upper bound of the answers of the target: an answer whose check fails is requested up to three times again.
   * @example [48, 192]
   */
  answers!: number[];
  /** Maximum number of calls to the language model as judge. @example 216 */
  judging!: number;
  /** Calls to the language model that paraphrase questions. @example 21 */
  paraphrasing!: number;
  /** Lower and upper bound in US dollars; null if a price is unknown. @example [0, 0] */
  cost_usd!: number[] | null;
  /** Assumptions of the estimate. @example "No language model is configured: nothing is paid for." */
  basis!: string;
}

/** Points of an answer: at most 1 for each of the first four, 0.5 for each of the others. */
export class ScoreDimensionsDto {
  /** @example 1 */
  accuracy!: number;
  /** @example 0.9 */
  completeness!: number;
  /** @example 1 */
  relevance!: number;
  /** @example 1 */
  citation!: number;
  /** @example 0.4 */
  practicality!: number;
  /** @example 0.3 */
  actionability!: number;
}
