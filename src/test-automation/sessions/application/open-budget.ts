import { Injectable } from '@nestjs/common';
import { judgingCost } from '../../judge/domain/model-judge/merge-readings.js';
import { SessionBudget, SessionBudgets } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SPENT } from './ask-question.js';

/** Cost of an earlier run. */
const spentBy = (results: readonly TestResult[]): number =>
  results.reduce((sum, { costUsd, judgement }) => sum + (costUsd ?? 0) + (judgingCost(judgement) ?? 0), 0);

/** The budget of a run, with what earlier runs of the session have cost. */
@Injectable()
export class OpenBudget {
  constructor(
    private readonly store: SessionStore,
    private readonly sessionBudgets: SessionBudgets,
  ) {}

  /** @param questionsUsd cost of making the questions */
  open(session: TestSession, earlier: readonly TestResult[], questionsUsd: number): Promise<SessionBudget> {
    return this.sessionBudgets.open(session, spentBy(earlier) + questionsUsd);
  }

  /** Whether anything was left out because of the budget. Budget may be free again if a call was cheaper than its reservation. */
  async isSpent({ sessionId, request }: TestSession, sessionBudget: SessionBudget): Promise<boolean> {
    if (request.budgetUsd === undefined) return false;
    if (await sessionBudget.isExhaustedFor('answer')) return true;
    return (await this.store.results(sessionId)).some(({ error }) => error === SPENT);
  }
}
