import { FormRate } from '../../judge/domain/judge-calibration/form-rates.js';
import { FormRateDto } from '../../judge/interface/judge-scorecard.dto.js';
import { type Caller, isAdministrator } from '../../../access/domain/caller.js';
import type { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { deviationsOf } from '../domain/grading-policy.js';
import { gateState } from '../domain/gates.js';
import { ComparedQuestion, SessionComparison } from '../domain/session-comparison.js';
import { toCauseRecord } from '../domain/session-record.js';
import { scopeOf } from '../../domain/session-scope.js';
import { SessionOutcome, StoredSession } from '../domain/session-store.js';
import { ModelJudgeSummary, SessionSummary, SessionViewer } from '../domain/test-session.js';
import { CostEstimate } from '../domain/session-budget.js';
import { inKorean } from '../../attribution/domain/localize-ko.js';
import { CostEstimateDto, ModelJudgeDto } from '../../judge/interface/judge-scorecard.dto.js';
import {
  MeasuredRangeDto,
  SessionBaselineDto,
  SessionComparisonDto,
  SessionGateDto,
  SessionSummaryDto,
  TestSessionDto,
} from './test-session-answer.dto.js';
import { TestSessionRequestDto, SessionTargetDto } from './test-session-request.dto.js';
import { toContributionRecord } from '../../attribution/domain/contribution/contribution.js';
import { SessionOrder, OrderedTarget, SessionGate } from '../../domain/session-request.js';
import { DEFAULT_PERSONA_SET } from '../../personas/domain/persona.js';
import { inSnakeCase } from '../../domain/snake-case.js';
import { SessionEvent } from '../domain/session-progress.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';

/** @throws InvalidInputError for a name together with anything else: the definition of a target has all of it */
function toOrderedTarget(target: SessionTargetDto | undefined): OrderedTarget {
  if (target?.name !== undefined) {
    const others = Object.entries(target).filter(([field, value]) => field !== 'name' && value !== undefined);
    if (others.length > 0)
      throw new InvalidInputError(
        others.map(([field]) => ({
          pointer: `/target/${field}`,
          detail: `is part of the target '${target.name ?? ''}'; leave it out, or leave the name out`,
        })),
      );
    return { name: target.name };
  }
  return {
    kind: target?.kind ?? 'self',
    baseUrl: target?.base_url,
    model: target?.model,
    apiKeyEnv: target?.api_key_env,
  };
}

export function toViewer(caller: Caller): SessionViewer {
  return { id: caller.id, filter: caller.filter, isAdministrator: isAdministrator(caller) };
}

/** A request with every default filled in. */
export function toOrder(body: TestSessionRequestDto, filter: CategoryFilter): SessionOrder {
  const { target, difficulty, multi_turn: dialogues } = body;
  return {
    name: body.name,
    seed: body.seed,
    target: toOrderedTarget(target),
    personaSet: body.persona_set ?? DEFAULT_PERSONA_SET,
    personas: body.personas,
    queriesPerPersona: body.queries_per_persona ?? 3,
    difficulty: {
      easy: difficulty?.easy ?? 0.3,
      medium: difficulty?.medium ?? 0.4,
      hard: difficulty?.hard ?? 0.3,
    },
    scenarios: dialogues?.scenarios ?? 3,
    turns: dialogues?.turns ?? 5,
    attribution: body.attribution ?? 'trace',
    concurrency: body.concurrency ?? 4,
    resumeOf: body.resume_of,
    budgetUsd: body.budget_usd,
    judge: body.judge,
    paraphrase: body.paraphrase,
    datasetId: body.dataset_id,
    retries: body.retries ?? 3,
    scope: scopeOf(filter),
  };
}

function toModelJudgeDto(judge: ModelJudgeSummary | null): ModelJudgeDto | null {
  return (
    judge && {
      model: judge.model,
      judged: judge.judged,
      not_evaluated: judge.notEvaluated,
      disagreements: judge.disagreements,
      against_rules: judge.againstRules,
      cost_usd: judge.costUsd,
    }
  );
}

function toSummaryDto(summary: SessionSummary): SessionSummaryDto {
  return {
    queries: summary.queries,
    success: summary.success,
    partial: summary.partial,
    failed: summary.failed,
    not_evaluated: summary.notEvaluated,
    success_rate: summary.successRate,
    success_rate_ci95: summary.successRateCi95 === null ? null : [...summary.successRateCi95],
    first_try_success_rate: summary.firstTrySuccessRate,
    average_score: summary.averageScore,
    average_score_ci95: summary.averageScoreCi95 === null ? null : [...summary.averageScoreCi95],
    dimensions: summary.dimensions === null ? null : { ...summary.dimensions },
    fact_check_rate: summary.factCheckRate,
    intent_accuracy: summary.intentAccuracy,
    followup_success_rate: summary.followupSuccessRate,
    context_retention_rate: summary.contextRetentionRate,
    by_persona: summary.byPersona,
    by_difficulty: summary.byDifficulty,
    by_kind: summary.byKind,
    by_asks: Object.fromEntries(
      Object.entries(summary.byAsks ?? {}).map(([kind, rate]) => [kind, { ...rate, ci95: [...rate.ci95] }]),
    ),
    by_failure_type: summary.byFailureType,
    invalid_dialogues: summary.invalidDialogues,
    alarms: [...summary.alarms],
    cost_usd: summary.costUsd,
    model_judge: toModelJudgeDto(summary.modelJudge ?? null),
  };
}

function toGateDto(gate: SessionGate): SessionGateDto {
  return {
    ...gate,
    state: gateState(gate),
    ci95: gate.ci95 === null ? null : [...gate.ci95],
    detail_ko: inKorean(gate.detail),
  };
}

const toBaselineDto = (baseline: SessionOutcome['baseline']): SessionBaselineDto | null =>
  baseline === undefined
    ? null
    : {
        answerable: baseline.answerable,
        questions: baseline.questions,
        bm25_top3: baseline.bm25Top3,
        bm25_first_sentence: baseline.bm25FirstSentence,
        bm25_nearest_sentence: baseline.bm25NearestSentence,
        mean_overlap: baseline.meanOverlap,
        literal: baseline.literal ?? null,
        hidden: baseline.hidden ?? null,
        provisions: baseline.provisions ?? null,
        requested_difficulty: baseline.requestedDifficulty,
        measured_difficulty: baseline.measuredDifficulty,
      };

const toMeasuredRangeDto = (range: SessionOutcome['measuredRange']): MeasuredRangeDto | null =>
  range === undefined ? null : { least_overlap: range.leastOverlap, answers: range.answers, outside: range.outside };

/** A session with its results so far. @throws Error for a session without an outcome, which reading always fills in */
export function toSessionDto({ session, outcome }: StoredSession, caller: Caller): TestSessionDto {
  if (outcome === null) throw new Error('A session was read without its outcome.');
  return {
    session_id: session.sessionId,
    status: session.status,
    name: session.request.name ?? null,
    phase: session.status === 'running' ? (session.phase?.name ?? null) : null,
    phase_started_at: session.status === 'running' ? (session.phase?.since ?? null) : null,
    started_at: session.startedAt,
    completed_at: session.completedAt,
    seed: session.request.seed,
    persona_set: session.request.personaSet,
    planned: session.planned,
    policy: session.policy ?? null,
    policy_deviations: deviationsOf(session.policy)?.map((one) => ({ ...one })) ?? null,
    error: session.error,
    summary: toSummaryDto(outcome.summary),
    gates: outcome.gates.map(toGateDto),
    causes: outcome.causes.map((cause) => ({ ...toCauseRecord(cause), result_ids: [...cause.resultIds] })),
    judge_cards: (outcome.judgeCards ?? []).map(({ rates, forms, ...card }) => ({
      ...card,
      ...(forms === undefined ? {} : { forms: forms.map(toFormRateDto) }),
      rates: rates.map((rate) => ({ ...rate, ci95: rate.ci95 === null ? null : [...rate.ci95] })),
    })),
    contribution: outcome.contribution == null ? null : toContributionRecord(outcome.contribution),
    baseline: toBaselineDto(outcome.baseline),
    measured_range: toMeasuredRangeDto(outcome.measuredRange),
    results_url: `/test-sessions/${session.sessionId}/results`,
    report_url: `/test-sessions/${session.sessionId}/report`,
    ...(isAdministrator(caller) ? { owner: session.owner } : {}),
  };
}

const comparedRow = (question: ComparedQuestion) => ({
  question_id: question.questionId,
  query: question.query,
  base: question.base,
  candidate: question.candidate,
  score_change: question.scoreChange,
});

export function toComparisonDto(
  ids: { readonly base: string; readonly candidate: string },
  found: SessionComparison,
): SessionComparisonDto {
  return {
    ...ids,
    paired_queries: found.pairedQueries,
    differences: { success_rate: found.successRateChange, average_score: found.scoreChange },
    p_values: { success: found.successP, score: found.scoreP },
    score_change_ci95: found.scoreChangeCi95 === null ? null : [...found.scoreChangeCi95],
    regressions: found.regressions.map(comparedRow),
    gains: found.gains.map(comparedRow),
    unpaired: found.unpaired,
    regressed: found.regressed,
    verdict: found.verdict,
    policy_differences: found.policyDifferences === null ? null : [...found.policyDifferences],
    needed_queries: found.neededQueries,
  };
}

export function toEstimateDto({ answers, judging, paraphrasing, costUsd, basis }: CostEstimate): CostEstimateDto {
  return {
    answers: [...answers],
    judging,
    paraphrasing,
    cost_usd: costUsd === null ? null : costUsd.map((usd) => Math.round(usd * 10_000) / 10_000),
    basis,
  };
}

const toFormRateDto = ({ refused_ci95, caught_ci95, ...rate }: FormRate): FormRateDto => ({
  ...rate,
  refused_ci95: refused_ci95 === null ? null : [...refused_ci95],
  caught_ci95: caught_ci95 === null ? null : [...caught_ci95],
});

/** A session's event as a server-sent event. */
export function toSessionEvent(event: SessionEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(dataOf(event))}\n\n`;
}

/** The same for all events of a session. */
export async function* sessionEvents(events: AsyncIterable<SessionEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) yield toSessionEvent(event);
}

function dataOf(event: SessionEvent): unknown {
  if (event.type === 'progress') return { done: event.done, total: event.total, success: event.success };
  if (event.type === 'status') return { status: event.status, error: event.error };
  if (event.type === 'phase') {
    const { phase, done, total, elapsedMs, phaseElapsedMs } = event;
    return { phase, done, total, elapsed_ms: elapsedMs, phase_elapsed_ms: phaseElapsedMs };
  }
  return inSnakeCase(event.result);
}
