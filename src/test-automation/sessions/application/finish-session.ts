import { Injectable } from '@nestjs/common';
import { componentGate } from '../../attribution/domain/component-tester.js';
import { LocateGold } from '../../attribution/application/locate-gold.js';
import { brokenComponents, FailureCause } from '../../attribution/domain/failure-causes.js';
import { GoldPassages } from '../../attribution/domain/surroundings.js';
import { judgeGates } from '../domain/gates.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { sourcesOfFinding } from '../domain/result-sources.js';
import { measuredRange } from '../domain/measured-range.js';
import { ResultSummary } from '../domain/result-summary.js';
import { PhaseListener } from '../domain/session-progress.js';
import {
  AutomaticImprovement,
  CompleteSession,
  FindingsStore,
  SessionArtifacts,
  SessionInvestigation,
  TrendPoint,
  FailureAnalysis,
} from '../domain/session-artifacts.js';
import { SessionOutcome, SessionStore } from '../domain/session-store.js';
import { gatesByPolicy } from '../domain/session-policy.js';
import { invalidIn, summarise } from '../domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SessionGate } from '../../domain/session-request.js';
import { observedCauses, observedFindings } from '../domain/session-suggestions.js';

/** Earlier sessions that a report shows next to this one. */
const TREND_SESSIONS = 11;
const NO_QUESTIONS: SessionQuestions = { singles: [], dialogues: [], discarded: {} };

/** Sums a session up, judges its gates, looks into its failures, and writes what stays of it. */
@Injectable()
export class FinishSession {
  constructor(
    private readonly store: SessionStore,
    private readonly artifacts: SessionArtifacts,
    private readonly investigation: SessionInvestigation,
    private readonly findings: FindingsStore,
    private readonly automatic: AutomaticImprovement,
    private readonly locateGold: LocateGold,
  ) {}

  /**
   * @param signal aborts the counterfactuals; without a signal nothing is asked, as when a session is rejudged
   * @param onPhase called when a phase begins, and for each counted step of it, while the session still counts as running
   * @param now the time of the end, once its failures are investigated; without it the session keeps its own
   * @returns the stored session; one with unchecked answers counts as failed (REQ-S-002)
   */
  async finish(
    ended: TestSession,
    signal?: AbortSignal,
    now?: () => string,
    onPhase: PhaseListener = () => Promise.resolve(),
  ): Promise<TestSession> {
    const complete = await this.outcome(ended);
    const judged = withUncheckedAnswers(ended, complete);
    const asked = { ...complete, session: judged, gold: await this.goldOf(complete, signal) };
    const isInvestigated = signal !== undefined && judged.status === 'completed';
    if (isInvestigated) await onPhase('finding_causes');
    const found = isInvestigated ? await this.investigation.investigate(asked, signal, onPhase) : this.observed(asked);
    const findings = withSources(found, complete);
    if (isInvestigated) await onPhase('reporting');
    const session = now === undefined ? judged : { ...judged, completedAt: now() };
    const causes = [...brokenComponents(session.componentTests ?? []), ...(findings.causes ?? [])];
    const outcome = { ...complete.outcome, causes, contribution: findings.contribution };
    await this.findings.save(session.sessionId, findings);
    await this.artifacts.write({ ...complete, session, outcome, findings });
    await this.store.save(session, outcome);
    if (signal !== undefined) await this.automatic.improve(session, signal);
    return session;
  }

  /** Chunks of another system are cut otherwise than those of this store. */
  private async goldOf(
    { session: { request }, results }: CompleteSession,
    signal = new AbortController().signal,
  ): Promise<GoldPassages | undefined> {
    return request.target.kind === 'self' ? this.locateGold.locate(results, request.scope, signal) : undefined;
  }

  /** Measurements of the components stay valid when the answers are rejudged. */
  private observed(complete: CompleteSession): FailureAnalysis {
    const contribution = complete.findings?.contribution ?? null;
    return { ...observedFindings(complete), contribution };
  }

  /** The session with a summary of its results so far; nothing is stored. */
  async outcome(session: TestSession): Promise<CompleteSession> {
    const { sessionId } = session;
    const results = await this.store.results(sessionId);
    const plan = await this.store.plan(sessionId);
    const questions = plan?.questions ?? NO_QUESTIONS;
    const rated = ratedOutcome(session, results, invalidIn(questions));
    const findings = await this.findings.find(sessionId);
    const contribution = findings?.contribution ?? null;
    const read = { session, personas: plan?.personas ?? [], questions, results, trend: [], findings };
    const causes = [...rated.causes, ...causesIn(read)];
    const outcome = {
      ...rated,
      causes,
      contribution,
      baseline: questions.baseline,
      measuredRange: measuredRange(results, rated.judgeCards ?? []),
    };
    return { ...read, outcome, trend: await this.trend(session, outcome) };
  }

  /**
   * The summary so far of a session that did not complete, from its result summaries: every list requests it. Failure causes need traces
   * and are therefore found only at the end and for reports.
   */
  async outcomeSoFar(session: TestSession): Promise<SessionOutcome> {
    const { sessionId } = session;
    const results = await this.store.resultSummaries(sessionId);
    const hasDialogues = results.some((result) => result.scenarioId !== null);
    const plan = hasDialogues ? await this.store.plan(sessionId) : undefined;
    const findings = await this.findings.find(sessionId);
    const invalid = invalidIn(plan?.questions ?? NO_QUESTIONS);
    return { ...ratedOutcome(session, results, invalid), contribution: findings?.contribution ?? null };
  }

  private async trend(session: TestSession, outcome: SessionOutcome): Promise<TrendPoint[]> {
    const earlier = await this.store.before(session, TREND_SESSIONS);
    const isAlike = (other: TestSession) =>
      JSON.stringify(other.request.target) === JSON.stringify(session.request.target);
    return [...earlier.filter((one) => isAlike(one.session)), { session, outcome }].flatMap((one) => {
      const rate = one.outcome?.summary.successRate ?? null;
      const { sessionId, startedAt, createdAt } = one.session;
      return rate === null ? [] : [{ sessionId, startedAt: startedAt ?? createdAt, successRate: rate }];
    });
  }
}

function named(results: readonly TestResult[], ids: readonly unknown[]): TestResult[] {
  const wanted = new Set(ids);
  return results.filter(({ resultId }) => wanted.has(resultId));
}

/** The causes that the end of the session found, or else those of its results so far. */
function causesIn({
  session,
  results,
  findings,
}: Pick<CompleteSession, 'session' | 'results' | 'findings'>): readonly FailureCause[] {
  const sourcesOf = ({ resultIds }: FailureCause) => sourcesOfFinding(named(results, resultIds), session);
  return (
    findings?.causes ?? observedCauses({ session, results }).map((cause) => ({ ...cause, sources: sourcesOf(cause) }))
  );
}

/** The findings with the documents that their words come from, so that access can be checked at each reading. */
function withSources(findings: FailureAnalysis, { session, results }: CompleteSession): FailureAnalysis {
  const of = (ids: unknown) => sourcesOfFinding(named(results, Array.isArray(ids) ? ids : []), session);
  return {
    ...findings,
    whys: findings.whys.map((found) => ({ ...found, sources: of(found.resultIds) })),
    causes: (findings.causes ?? []).map((cause) => ({ ...cause, sources: of(cause.resultIds) })),
    // The words of questions without a known answer come from any passage: readers with a limited view do not see them.
    improvements: findings.improvements.map((one) =>
      one.evidence['asked_in_use'] === undefined ? { ...one, sources: of(one.evidence['result_ids']) } : one,
    ),
  };
}

/** Rates, gates, and the components that failed their own cases. */
function ratedOutcome(
  session: TestSession,
  results: readonly ResultSummary[],
  invalidDialogues: ReadonlySet<string>,
): SessionOutcome {
  const tests = session.componentTests ?? [];
  return {
    summary: summarise(results, { seed: session.request.seed, invalidDialogues }),
    gates: gatesByPolicy(
      gatesOf(session, [...judgeGates(results, invalidDialogues), componentGate(tests)]),
      results,
      session.request.policy,
    ),
    causes: brokenComponents(tests),
    judgeCards: session.judgeCards ?? [],
  };
}

/**
 * A dataset has no intents and no dialogues, and its target often does not expose its components. A gate that cannot be measured then is
 * left out.
 */
function gatesOf({ request }: TestSession, gates: readonly SessionGate[]): SessionGate[] {
  const always = new Set(['success_rate', 'fact_check_rate']);
  return gates.filter(({ id, passed }) => request.datasetId === undefined || passed !== null || always.has(id));
}

function withUncheckedAnswers(session: TestSession, { outcome, results }: CompleteSession): TestSession {
  const { summary } = outcome;
  if (session.status !== 'completed') return session;
  if (summary.queries > 0 && summary.notEvaluated === summary.queries)
    return { ...session, status: 'failed', error: `Nothing could be measured${becauseOf(results)}` };
  if (summary.factCheckRate < 1)
    return { ...session, status: 'failed', error: 'Not every answer was checked against the documents (REQ-S-002).' };
  return session;
}

/** The most frequent reason why no question could be evaluated. */
function becauseOf(results: readonly TestResult[]): string {
  const reasons = Map.groupBy(
    results.flatMap(({ error }) => error ?? []),
    (error) => error,
  );
  const [most] = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  return most === undefined
    ? ': no question could be evaluated.'
    : `: no question could be evaluated, mostly because of this: ${most[0]}.`;
}
