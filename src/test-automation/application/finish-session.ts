import { Injectable } from '@nestjs/common';
import { componentGate } from '../domain/component-tester.js';
import { auditDialogue } from '../domain/dialogue-audit.js';
import { brokenComponents, causesOf } from '../domain/failure-causes.js';
import { judgeGates } from '../domain/gates.js';
import { CompleteSession, SessionArtifacts, TrendPoint } from '../domain/session-artifacts.js';
import { SessionOutcome, SessionStore } from '../domain/session-store.js';
import { summarise } from '../domain/summary.js';
import { TestSession } from '../domain/test-session.js';

/** Earlier sessions that a report shows beside this one. */
const TREND_SESSIONS = 11;

/** Sums a session up, judges its gates, and writes what stays of it. */
@Injectable()
export class FinishSession {
  constructor(
    private readonly store: SessionStore,
    private readonly artifacts: SessionArtifacts,
  ) {}

  /** @returns the session as stored: one whose answers were not all checked counts as failed (REQ-S-002) */
  async execute(ended: TestSession): Promise<TestSession> {
    const complete = await this.outcome(ended);
    const session = withUncheckedAnswers(ended, complete.outcome);
    await this.artifacts.write({ ...complete, session });
    await this.store.save(session, complete.outcome);
    return session;
  }

  /** The session with what its results say so far; nothing is stored. */
  async outcome(session: TestSession): Promise<CompleteSession> {
    const { sessionId } = session;
    const results = await this.store.results(sessionId);
    const plan = await this.store.plan(sessionId);
    const questions = plan?.questions ?? { singles: [], dialogues: [], discarded: {} };
    const invalidDialogues = new Set(
      questions.dialogues.filter((d) => auditDialogue(d).length > 0).map((d) => d.scenarioId),
    );
    const tests = session.componentTests ?? [];
    const outcome: SessionOutcome = {
      summary: summarise(results, { seed: session.request.seed, invalidDialogues }),
      gates: [...judgeGates(results, invalidDialogues), componentGate(tests)],
      causes: [...brokenComponents(tests), ...causesOf(results, session.request.scope)],
      judgeCards: session.judgeCards ?? [],
    };
    const trend = await this.trend(session, outcome);
    return { session, personas: plan?.personas ?? [], questions, results, outcome, trend };
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

function withUncheckedAnswers(session: TestSession, { summary }: SessionOutcome): TestSession {
  if (session.status !== 'completed') return session;
  if (summary.queries > 0 && summary.notEvaluated === summary.queries)
    return { ...session, status: 'failed', error: 'Nothing could be measured: no question could be evaluated.' };
  if (summary.factCheckRate < 1)
    return { ...session, status: 'failed', error: 'Not every answer was checked against the documents (REQ-S-002).' };
  return session;
}
