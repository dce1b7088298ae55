import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { CostEstimateDto, JudgeScorecardDto, ModelJudgeDto } from '../../judge/interface/judge-scorecard.dto.js';
import { ScoreDimensions } from '../../domain/test-result.js';
import { SESSION_PHASES } from '../domain/test-session.js';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted'];
const COUNTS = { type: 'object', additionalProperties: { type: 'integer' } } as const;
const RATES = { type: 'object', additionalProperties: { type: 'number' } } as const;

/** The number of questions of a session. */
export class PlannedQuestionsDto {
  /** Single questions. @example 30 */
  queries!: number;
  /** Turns of the dialogues, their opening questions included. @example 18 */
  turns!: number;
}

/** A session was accepted. */
export class AcceptedSessionDto {
  /** @example "ses_41c0" */
  session_id!: string;
  @ApiProperty({ enum: STATUSES, example: 'queued' })
  status!: string;
  planned!: PlannedQuestionsDto;
  /** Calls and cost, before the first question. */
  estimate!: CostEstimateDto;
}

/** What a session would ask. */
export class EstimatedSessionDto {
  planned!: PlannedQuestionsDto;
  estimate!: CostEstimateDto;
}

/** The state of a session after a request to change it. */
export class SessionStateDto {
  /** @example "ses_41c0" */
  session_id!: string;
  @ApiProperty({ enum: STATUSES, example: 'cancelled' })
  status!: string;
}

/** Successes among some questions. */
export class CountedRateDto {
  /** @example 6 */
  queries!: number;
  /** @example 5 */
  success!: number;
  /** @example 0.83 */
  rate!: number;
  /** 95 % interval of the rate (Wilson). @example [0.44, 0.97] */
  ci95!: number[];
}

/** Figures of a session. Rates leave out what could not be measured; null means that nothing could. */
@ApiExtraModels(CountedRateDto)
export class SessionSummaryDto {
  /** @example 30 */
  queries!: number;
  /** @example 24 */
  success!: number;
  /** @example 3 */
  partial!: number;
  /** @example 2 */
  failed!: number;
  /** Counted separately, never averaged. @example 1 */
  not_evaluated!: number;
  /** @example 0.83 */
  success_rate!: number | null;
  /** 95 % interval of the success rate (Wilson). @example [0.65, 0.92] */
  success_rate_ci95!: number[] | null;
  /** Success on the first answer, before any repetition. @example 0.8 */
  first_try_success_rate!: number | null;
  /** Of 5 points. @example 4.2 */
  average_score!: number | null;
  /** 95 % interval of the mean score (bootstrap by persona). @example [4, 4.4] */
  average_score_ci95!: number[] | null;
  /** Mean of each dimension; null when nothing was judged. */
  @ApiProperty({
    ...RATES,
    nullable: true,
    example: { accuracy: 0.9, completeness: 0.8, relevance: 0.9, citation: 0.9, practicality: 0.4, actionability: 0.3 },
  })
  dimensions!: Record<string, number> | null;
  /** Answers whose claims were checked. @example 1 */
  fact_check_rate!: number;
  /** @example 0.9 */
  intent_accuracy!: number | null;
  /** @example 0.87 */
  followup_success_rate!: number | null;
  /** @example 0.93 */
  context_retention_rate!: number | null;
  /** Success rate of each persona. */
  @ApiProperty({ ...RATES, example: { freshman: 0.67, new_staff: 1 } })
  by_persona!: Record<string, number>;
  /** Success rate of each difficulty. */
  @ApiProperty({ ...RATES, example: { easy: 1, medium: 0.83, hard: 0.67 } })
  by_difficulty!: Record<string, number>;
  /** Failures of each kind. */
  @ApiProperty({ ...COUNTS, example: { WRONG_FACT: 1, GENERIC_ANSWER: 1 } })
  by_failure_type!: Record<string, number>;
  /** Success rate of each kind of question. */
  @ApiProperty({ ...RATES, example: { fact: 1, procedure: 0.8 } })
  by_kind!: Record<string, number>;
  /**
   * Judged single questions and successes by the kind of request (how, may, papers, who, consequence, amount, deadline), with the 95 % interval
   * (Wilson). Kinds that the session did not ask are left out; empty for a dataset and in sessions of earlier releases.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(CountedRateDto) },
    example: { deadline: { queries: 6, success: 5, rate: 0.83, ci95: [0.44, 0.97] } },
  })
  by_asks!: Record<string, CountedRateDto>;
  /** Dialogues whose simulated user failed its audit: counted, never averaged. @example 0 */
  invalid_dialogues!: number;
  /** Warnings that make the figures doubtful. @example [] */
  alarms!: string[];
  /** Cost of the target in US dollars; null if unknown. @example 0.04 */
  cost_usd!: number | null;
  /** Statistics of a language model as judge; null if the rules judged alone. */
  @ApiProperty({ type: () => ModelJudgeDto, nullable: true })
  model_judge!: ModelJudgeDto | null;
}

/** A limit that a session has to keep. */
export class SessionGateDto {
  /** @example "success_rate" */
  id!: string;
  /** @example "REQ-S-003" */
  requirement!: string;
  /** @example 0.83 */
  value!: number | null;
  /** @example 0.8 */
  threshold!: number;
  /** 95 % interval of the value. @example [0.65, 0.92] */
  ci95!: number[] | null;
  /** Null if it could not be measured. @example true */
  passed!: boolean | null;
  /** `below` and `too_few` are not passed: the value is below the threshold, or above it with too few questions to prove it. */
  @ApiProperty({ enum: ['passed', 'below', 'too_few', 'not_measured'], example: 'passed' })
  state!: string;
  /** The result, and how many more queries a decision needs. @example "26 of 30 (86.7 %, 95 % interval 70.3 % to 94.7 %)" */
  detail!: string;
  /** The same in Korean. @example "30개 중 26개(86.7 %, 95 % 신뢰구간 70.3~94.7 %)로 80.0 %를 넘지만 신뢰구간의 아래쪽은 그보다 낮다." */
  detail_ko!: string;
}

/** Failures of one type from one component of the system under test. */
export class FailureCauseDto {
  /**
   * A component, `filter`, `passage_scoring` (another passage was held likelier), `answer_decision` (whether to answer), `answer_writer`, or
   * `judge` if the judge disagrees with the gold; null if the system does not expose its components, or if no change of one part was shown to help.
   * @example "reranker"
   */
  component!: string | null;
  @ApiProperty({ enum: ['answers', 'component_test'], example: 'answers' })
  seen_in!: string;
  /** @example "WRONG_FACT" */
  failure_type!: string;
  /** @example ["ses_41c0-q-1a2b"] */
  result_ids!: string[];
  /** The finding about the first of them. @example "The right passage was used, and its right sentence was missed." */
  because!: string;
  /** The same in Korean. @example "정답 문단을 근거로 썼으나 답이 되는 문장을 놓쳤다." */
  because_ko!: string;
}

/** The contribution of a component. */
export class ComponentContributionDto {
  /** @example "reranker" */
  component!: string;
  /** Questions in which it fired. @example 60 */
  fired!: number;
  /** Points of 5.0 that it adds to the mean score. @example 0.31 */
  effect!: number;
  /** @example [0.12, 0.5] */
  ci95!: number[] | null;
  /** Sign-flip permutation test with Holm correction over the eight components. @example 0.004 */
  p!: number;
  @ApiProperty({ enum: ['positive', 'negative', 'no effect', 'inactive', 'inconclusive'], example: 'positive' })
  verdict!: string;
  /** For an inconclusive one: questions that would decide; null if unknown. @example null */
  needed_queries!: number | null;
}

/** The contribution of the components, measured by runs with some of them switched off. */
export class ContributionDto {
  @ApiProperty({ enum: ['leave_one_out', 'factorial', 'shapley'], example: 'shapley' })
  tier!: string;
  /** @example 60 */
  queries!: number;
  /** Sets of components. @example 256 */
  configurations!: number;
  /** Executed runs; the others follow from them, since a component that does not fire changes nothing. @example 620 */
  asked!: number;
  /** Mean score with all components. @example 4.2 */
  value_of_all!: number;
  /** With none; null if that was not run. @example 3.1 */
  value_of_none!: number | null;
  components!: ComponentContributionDto[];
  /** What the figures show, and their limits. @example ["Exact Shapley values over all 256 sets."] */
  notes!: string[];
  /** @example 41000 */
  took_ms!: number;
}

/** Scores of plain BM25 on the same questions, which show how easy a session is. */
export class SessionBaselineDto {
  /** Answerable questions. @example 27 */
  answerable!: number;
  /** All single questions. @example 30 */
  questions!: number;
  /** Share of the answerable questions whose article is among the first three of plain BM25. @example 0.63 */
  bm25_top3!: number | null;
  /** Share of all questions that the first sentence of the best article answers. @example 0.2 */
  bm25_first_sentence!: number | null;
  /** The same with the sentence of that article that has the most words of the question. @example 0.33 */
  bm25_nearest_sentence!: number | null;
  /** Mean share of the gold sentence's letter pairs in the question. @example 0.24 */
  mean_overlap!: number | null;
  /** Questions that repeat more of their sentence than a question may; null in older sessions. @example 0 */
  literal!: number | null;
  /** Unanswerable questions whose provision was hidden from the target; null in older sessions. @example 1 */
  hidden!: number | null;
  /** Provisions that the answerable questions are about; null in older sessions. @example 27 */
  provisions!: number | null;
  /** Questions of each requested difficulty. */
  @ApiProperty({ ...COUNTS, example: { easy: 9, medium: 12, hard: 9 } })
  requested_difficulty!: Record<string, number>;
  /** Questions of each measured difficulty: easy if two plain baselines are right, medium if one is, hard if none is. */
  @ApiProperty({ ...COUNTS, example: { easy: 4, medium: 5, hard: 21 } })
  measured_difficulty!: Record<string, number>;
}

/** Answers that overlap the gold less than the answers with which the judge was tried: its rates say nothing about them. */
export class MeasuredRangeDto {
  /** Lowest overlap of the trial, 0..1. @example 0.21 */
  least_overlap!: number;
  /** Answers to questions with a gold passage. @example 25 */
  answers!: number;
  /** Answers below the lowest overlap. @example 2 */
  outside!: number;
}

/** A criterion of a session file. */
export class GradedCriterionDto {
  /** @example "polite" */
  name!: string;
  /** @example "The answer is polite." */
  criterion!: string;
  /** Minimum share of the answers that meet it; null without a gate. @example 0.9 */
  least!: number | null;
}

/** The minimum scores of the verdicts, of 5 points. */
export class VerdictThresholdsDto {
  /** @example 4 */
  success!: number;
  /** @example 3 */
  partial!: number;
}

/** The rules that a session is graded by: those of its session file, and the defaults for the rest. */
export class GradingPolicyDto {
  /** The threshold of each gate; `off` for a gate that the session file removed. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'number' }, { type: 'string', enum: ['off'] }] },
    example: { success_rate: 0.8, intent_accuracy: 0.85, fact_check_rate: 1 },
  })
  gates!: Readonly<Record<string, number | 'off'>>;
  /** Whether the lower end of the 95 % interval has to reach a threshold, or the rate itself. */
  @ApiProperty({ enum: ['interval', 'observed'], example: 'interval' })
  certainty!: string;
  /** The weight of each dimension in the score. */
  @ApiProperty({
    ...RATES,
    example: { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: 0.5, actionability: 0.5 },
  })
  weights!: ScoreDimensions;
  thresholds!: VerdictThresholdsDto;
  /** `required`: a right answer without a source is partial. `checked`: only a wrong source makes it partial. `off`: neither does. */
  @ApiProperty({ enum: ['required', 'checked', 'off'], example: 'checked' })
  citation!: string;
  /** Criteria of the session file, which a language model decides for each answer. */
  @ApiProperty({ type: () => [GradedCriterionDto] })
  rubrics!: readonly GradedCriterionDto[];
}

/** A setting that is not the same in two policies. */
export class PolicyDifferenceDto {
  /** @example "thresholds.success" */
  name!: string;
  /** Null if the earlier session has no such setting. */
  @ApiProperty({ oneOf: [{ type: 'number' }, { type: 'string' }], nullable: true, example: 4 })
  base!: number | string | null;
  /** Null if the later session has no such setting. */
  @ApiProperty({ oneOf: [{ type: 'number' }, { type: 'string' }], nullable: true, example: 3.5 })
  candidate!: number | string | null;
}

/** A session and its results so far. */
export class TestSessionDto {
  /** @example "ses_41c0" */
  session_id!: string;
  @ApiProperty({ enum: STATUSES, example: 'completed' })
  status!: string;
  /** What it does now; null unless it runs. Each answer is judged as a part of `asking`. */
  @ApiProperty({ enum: SESSION_PHASES, nullable: true, type: String, example: null })
  phase!: string | null;
  /** When this phase began. @example null */
  phase_started_at!: string | null;
  /** @example "2026-11-21T03:00:00.000Z" */
  started_at!: string | null;
  /** @example "2026-11-21T03:01:10.000Z" */
  completed_at!: string | null;
  /** @example "nightly" */
  name!: string | null;
  /** @example 7 */
  seed!: number;
  /** The set that its personas are of. @example "university" */
  persona_set!: string;
  planned!: PlannedQuestionsDto;
  /** The rules that it is graded by; null in sessions of earlier releases, which did not record them. */
  @ApiProperty({ type: () => GradingPolicyDto, nullable: true })
  policy!: GradingPolicyDto | null;
  /** What its policy (`candidate`) sets in place of the defaults of this release (`base`); null if the policy is null. */
  @ApiProperty({ type: () => [PolicyDifferenceDto], nullable: true, example: [] })
  policy_deviations!: PolicyDifferenceDto[] | null;
  /** Why the session failed; null otherwise. @example null */
  error!: string | null;
  summary!: SessionSummaryDto;
  gates!: SessionGateDto[];
  /** Where the failures come from: causes from the components' own cases first, then the most frequent ones. */
  causes!: FailureCauseDto[];
  /** Reliability of the verdicts: the judges measured with injected faults; empty until the end. */
  @ApiProperty({ type: () => [JudgeScorecardDto] })
  judge_cards!: JudgeScorecardDto[];
  /** Null unless the session requested leave_one_out, factorial or shapley, and has ended. */
  contribution!: ContributionDto | null;
  /** Plain search on the same questions; null for a dataset, and in a list until the session has ended. */
  @ApiProperty({ type: () => SessionBaselineDto, nullable: true })
  baseline!: SessionBaselineDto | null;
  /** Answers outside the measured range of the judge; null until the end, and if the judge was not tried by form. */
  @ApiProperty({ type: () => MeasuredRangeDto, nullable: true })
  measured_range!: MeasuredRangeDto | null;
  /** @example "/test-sessions/ses_41c0/results" */
  results_url!: string;
  /** @example "/test-sessions/ses_41c0/report" */
  report_url!: string;
  /** The key that owns it; for an administrator. @example "key_8c1d" */
  owner?: string;
}

/** A page of sessions. */
export class TestSessionPageDto {
  items!: TestSessionDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** The difference between a session and an earlier one. */
export class SessionComparisonDto {
  /** @example "ses_41c0" */
  base!: string;
  /** @example "ses_52d1" */
  candidate!: string;
  /** Questions that both sessions asked. @example 30 */
  paired_queries!: number;
  /** Candidate minus base, on the questions that both asked; null if there are none. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number', nullable: true },
    example: { success_rate: 0.04, average_score: 0.1 },
  })
  differences!: Record<string, number | null>;
  /** Two-sided: McNemar for passes, sign-flip permutation for scores. */
  @ApiProperty({ ...RATES, example: { success: 0.5, score: 0.31 } })
  p_values!: Record<string, number>;
  /** 95 % interval of the change of the mean score. @example [-0.1, 0.3] */
  score_change_ci95!: number[] | null;
  /** Passed before and fail now, the worst first. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  regressions!: Record<string, unknown>[];
  /** Failed before and pass now. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  gains!: Record<string, unknown>[];
  /** Questions that only one of the two asked or could evaluate. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    example: { base: [], candidate: [] },
  })
  unpaired!: Record<string, readonly string[]>;
  @ApiProperty({ enum: ['better', 'worse', 'no effect', 'inconclusive'], example: 'inconclusive' })
  verdict!: string;
  /** Paired questions that would show a change of this size; null if unknown. @example 180 */
  needed_queries!: number | null;
  /**
   * What differs between the policies that the two were graded by: a change may then come from the policy. Empty for the same policy; null if
   * one of them did not record its policy.
   */
  @ApiProperty({ type: () => [PolicyDifferenceDto], nullable: true, example: [] })
  policy_differences!: PolicyDifferenceDto[] | null;
  /** Whether the candidate is worse beyond chance. @example false */
  regressed!: boolean;
}
