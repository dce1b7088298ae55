import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { FailureCause } from '../../attribution/domain/failure-causes.js';
import { gateState } from './gates.js';
import { toResultRow } from './result-row.js';
import { toImprovementRecord } from './improvement.js';
import { CompleteSession, FailureAnalysis } from './session-artifacts.js';
import { inSnakeCase } from '../../domain/snake-case.js';
import { inKorean } from '../../attribution/domain/localize-ko.js';
import { ComponentTest } from '../../attribution/domain/component-tester.js';
import { toContributionRecord } from '../../attribution/domain/contribution/contribution.js';

const testRecord = ({ tookMs, ...test }: ComponentTest) => ({ ...test, took_ms: tookMs });

/** A cause under the names of the API contract; the finding in both languages. */
export const toCauseRecord = ({ component, seenIn, failureType, resultIds, because }: FailureCause) => ({
  component,
  seen_in: seenIn,
  failure_type: failureType,
  result_ids: resultIds,
  because,
  because_ko: inKorean(because),
});

/** A chain without the documents that are stored for the access check of its words. */
export const toWhysRecord = ({ failureType, resultIds, whys, members = [], component, change }: FiveWhys) =>
  inSnakeCase({ failureType, resultIds, whys, members, component, change });

/** session.json: the stored session under the names of the API contract. */
export function toSessionRecord({ session, outcome, trend, questions }: CompleteSession, whys: readonly FiveWhys[]) {
  return {
    session_id: session.sessionId,
    status: session.status,
    created_at: session.createdAt,
    started_at: session.startedAt,
    completed_at: session.completedAt,
    seed: session.request.seed,
    planned: session.planned,
    error: session.error,
    start_state: session.startState,
    request: inSnakeCase(session.request),
    // The rules that it was graded by; null in sessions of earlier releases.
    policy: session.policy ?? null,
    component_tests: (session.componentTests ?? []).map(testRecord),
    summary: inSnakeCase(outcome.summary),
    // Discarded questions, by reason.
    discarded: questions.discarded,
    // What plain search would have scored on the same questions; null where it was not asked.
    baseline: questions.baseline === undefined ? null : inSnakeCase(questions.baseline),
    gates: outcome.gates.map((gate) => ({ ...gate, state: gateState(gate) })),
    causes: outcome.causes.map(toCauseRecord),
    judge_cards: outcome.judgeCards ?? [],
    contribution: outcome.contribution == null ? null : toContributionRecord(outcome.contribution),
    trend: trend.map(({ sessionId, startedAt, successRate }) => ({
      session_id: sessionId,
      started_at: startedAt,
      success_rate: successRate,
    })),
    five_whys: whys.map(toWhysRecord),
  };
}

/** report.json: the whole content of the report, for programs. */
export function toReportRecord(complete: CompleteSession, { whys, improvements }: FailureAnalysis) {
  return {
    ...toSessionRecord(complete, whys),
    improvements: improvements.map(toImprovementRecord),
    results: complete.results.map(toResultRow),
  };
}
