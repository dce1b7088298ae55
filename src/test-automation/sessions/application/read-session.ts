import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { WITHHELD_TEXT } from '../../../shared/domain/quoted-source.js';
import { Page } from '../../../shared/domain/page.js';
import { policyDifferences } from '../domain/grading-policy.js';
import { ResultSummary } from '../domain/result-summary.js';
import { CompleteSession } from '../domain/session-artifacts.js';
import { compareSessions, SessionComparison } from '../domain/session-comparison.js';
import { SessionStore, StoredSession } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession, ownerSeenBy, SessionViewer } from '../domain/test-session.js';
import { FinishSession } from './finish-session.js';
import { ShowSessions } from './show-sessions.js';

/**
 * Sessions of one caller, or of all callers for an administrator, with their findings. Access to quoted documents is checked at each
 * reading.
 */
@Injectable()
export class ReadSession {
  constructor(
    private readonly store: SessionStore,
    private readonly finish: FinishSession,
    private readonly show: ShowSessions,
  ) {}

  /** @throws NotFoundError for an id that is unknown, or another caller's */
  async read(sessionId: string, viewer: SessionViewer): Promise<StoredSession> {
    const stored = await this.withBaseline(await this.withOutcome(await this.find(sessionId, viewer)));
    const [shown] = await this.show.stored([stored], viewer.filter);
    return shown ?? stored;
  }

  /** Newest first; a session without an outcome is summarized here. */
  async list(viewer: SessionViewer, limit: number, cursor: string | undefined): Promise<Page<StoredSession>> {
    const page = await this.store.list(ownerSeenBy(viewer), limit, cursor);
    const items: StoredSession[] = [];
    for (const stored of page.items) items.push(await this.withOutcome(stored));
    return { ...page, items: await this.show.stored(items, viewer.filter) };
  }

  /** Owner and state of a session, without a summary. @throws NotFoundError */
  async progress(
    sessionId: string,
    viewer: SessionViewer,
  ): Promise<{ readonly session: TestSession; readonly done: number; readonly success: number }> {
    const { session } = await this.find(sessionId, viewer);
    return { session, ...(await this.store.progress(sessionId)) };
  }

  async results(
    sessionId: string,
    viewer: SessionViewer,
    place: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<TestResult>> {
    const { session } = await this.find(sessionId, viewer);
    const page = await this.store.resultPage(sessionId, place.limit, place.cursor);
    const plan = page.items.some(({ scenarioId }) => scenarioId !== null)
      ? await this.store.plan(sessionId)
      : undefined;
    return { ...page, items: await this.show.results(session, page.items, plan?.questions, viewer.filter) };
  }

  /** The whole session, for a report. */
  async complete(sessionId: string, viewer: SessionViewer): Promise<CompleteSession> {
    const { session } = await this.find(sessionId, viewer);
    return this.show.complete(await this.finish.outcome(session), viewer.filter);
  }

  /** @throws NotFoundError if either is unknown */
  async compare(baseId: string, candidateId: string, viewer: SessionViewer): Promise<SessionComparison> {
    const base = (await this.find(baseId, viewer)).session;
    const candidate = (await this.find(candidateId, viewer)).session;
    return {
      ...compareSessions(await this.resultSummaries(base, viewer), await this.resultSummaries(candidate, viewer)),
      policyDifferences: policyDifferences(base.policy, candidate.policy),
    };
  }

  /** A question is not quoted if the viewer may not see its document. The pairs of both sessions stay complete, since both withhold it. */
  private async resultSummaries(
    { sessionId }: TestSession,
    { filter }: SessionViewer,
  ): Promise<readonly ResultSummary[]> {
    const resultSummaries = await this.store.resultSummaries(sessionId);
    const plan = await this.store.plan(sessionId);
    if (plan === undefined)
      return filter.kind === 'restricted' ? resultSummaries.map(withheldSummary) : resultSummaries;
    const shown = await this.show.questions(plan.questions, filter);
    const questions = [...shown.singles, ...shown.dialogues.flatMap(({ turns }) => turns)];
    const withheld = new Set(questions.flatMap(({ id, text }) => (text === WITHHELD_TEXT ? [id] : [])));
    return resultSummaries.map((resultSummary) =>
      withheld.has(resultSummary.questionId) ? withheldSummary(resultSummary) : resultSummary,
    );
  }

  /** @throws NotFoundError for an id that is unknown, or another caller's */
  private async find(sessionId: string, viewer: SessionViewer): Promise<StoredSession> {
    const stored = await this.store.find(sessionId, ownerSeenBy(viewer));
    if (stored === undefined) throw new NotFoundError('test session', sessionId);
    return stored;
  }

  /**
   * The summary of a running session covers the results so far. An interrupted session is summarized once. Failure causes are only in the
   * report, which reads all results.
   */
  private async withOutcome({ session, outcome }: StoredSession): Promise<StoredSession> {
    if (outcome !== null) return { session, outcome };
    const found = await this.finish.outcomeSoFar(session);
    if (session.status !== 'queued' && session.status !== 'running') await this.store.keepOutcome(session, found);
    return { session, outcome: found };
  }

  /** The plan has the baseline before the session ends; lists do not read it. */
  private async withBaseline({ session, outcome }: StoredSession): Promise<StoredSession> {
    if (outcome === null || outcome.baseline !== undefined) return { session, outcome };
    const plan = await this.store.plan(session.sessionId);
    return { session, outcome: { ...outcome, baseline: plan?.questions.baseline } };
  }
}

const withheldSummary = (resultSummary: ResultSummary): ResultSummary => ({
  ...resultSummary,
  query: WITHHELD_TEXT,
  answer: resultSummary.answer === null ? null : WITHHELD_TEXT,
});
