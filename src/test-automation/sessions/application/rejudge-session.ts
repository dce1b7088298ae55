import { Injectable } from '@nestjs/common';
import { TestSession } from '../domain/test-session.js';
import { JudgeMeasure } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { InMemoryBudget } from '../domain/session-budget.js';
import { gradingPolicy } from '../domain/grading-policy.js';
import { SessionStore } from '../domain/session-store.js';
import { FinishSession } from './finish-session.js';
import { SessionUnits } from './session-units.js';

/** Judges the answers in the journal again; questions and answers do not change, and nothing is asked. */
@Injectable()
export class RejudgeSession {
  constructor(
    private readonly store: SessionStore,
    private readonly units: SessionUnits,
    private readonly finish: FinishSession,
    private readonly measure: JudgeMeasure,
  ) {}

  async rejudge(session: TestSession): Promise<TestSession> {
    const plan = await this.store.plan(session.sessionId);
    if (plan === undefined) return session;
    const answered = new Set((await this.store.results(session.sessionId)).map((r) => r.scenarioId ?? r.questionId));
    const signal = new AbortController().signal;
    // Cached judgements cost nothing. New judgements may cost up to the whole budget of the session.
    const sessionBudget = new InMemoryBudget(session.request.budgetUsd);
    for (const unit of this.units.all(plan.questions)) {
      const key = unit.kind === 'dialogue' ? unit.dialogue.scenarioId : unit.question.id;
      // Questions that were never asked stay unasked.
      if (!answered.has(key)) continue;
      await this.units.ask(session, unit, { target: undefined, signal, sessionBudget, onResult: () => undefined });
    }
    const completed = session.status === 'failed' ? { ...session, status: 'completed' as const, error: null } : session;
    const policy = gradingPolicy(session.request.policy);
    return this.finish.finish({ ...completed, policy, judgeCards: await this.measure.measureJudge(session, signal) });
  }
}
