import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { OwnerEndedError } from '../../../shared/domain/current-rights.js';
import { TryLaterError } from '../../../shared/domain/domain-error.js';
import { isHandedOver, JobRun } from '../../../shared/domain/job-runner.js';
import { RagTargets } from '../../targets/domain/rag-targets.js';
import { noteOf, SessionProgress } from '../domain/session-progress.js';
import { JudgeMeasure } from '../../judge/domain/judge-calibration/judge-scorecards.js';
import { judgingCost } from '../../judge/domain/model-judge/merge-readings.js';
import { SessionBudget, SessionBudgets } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { isSuccess } from '../domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { RunUnits } from './run-units.js';
import { SPENT } from './ask-question.js';
import { FinishSession } from './finish-session.js';
import { PlanQuestions } from './plan-questions.js';
import { TestComponents } from '../../attribution/application/test-components.js';

/** The job of the session, unless it runs in the foreground. */
export type SessionJob = Pick<JobRun, 'progress' | 'isLastTry'>;

/** Counts results as they come, including those of an earlier run of the session. */
class Progress {
  private readonly verdicts: Map<string, boolean>;

  constructor(
    private readonly session: TestSession,
    private readonly watchers: SessionProgress,
    earlier: readonly TestResult[],
  ) {
    // Questions that could not be evaluated are asked again.
    const done = earlier.filter((result) => result.judgement.verdict !== 'not_evaluated');
    this.verdicts = new Map(done.map((result) => [result.resultId, isSuccess(result)]));
  }

  add(result: TestResult): void {
    // An interrupted dialogue runs again from the journal: its turns count once.
    this.verdicts.set(result.resultId, isSuccess(result));
    void this.watchers.publish(this.session.sessionId, { type: 'result', result: noteOf(result) });
    this.tell();
  }

  tell(): void {
    const { planned, sessionId } = this.session;
    const success = [...this.verdicts.values()].filter((isRight) => isRight).length;
    const total = planned.queries + planned.turns;
    void this.watchers.publish(sessionId, { type: 'progress', done: this.verdicts.size, total, success });
  }
}

/** Cost of an earlier run. */
const spentBy = (results: readonly TestResult[]): number =>
  results.reduce((sum, { costUsd, judgement }) => sum + (costUsd ?? 0) + (judgingCost(judgement) ?? 0), 0);

/** Measurements in addition to the answers: the components alone, and the judges. */
@Injectable()
export class SessionMeasures {
  constructor(
    readonly components: TestComponents,
    readonly judges: JudgeMeasure,
  ) {}
}

/** The steps of a run. */
@Injectable()
export class SessionSteps {
  constructor(
    readonly plan: PlanQuestions,
    readonly units: RunUnits,
    readonly finish: FinishSession,
    readonly measures: SessionMeasures,
  ) {}
}

/** The clock, the watchers and the budget. */
@Injectable()
export class SessionSurroundings {
  constructor(
    readonly clock: Clock,
    readonly progress: SessionProgress,
    readonly sessionBudgets: SessionBudgets,
  ) {}
}

/** Runs a session to its end, or resumes it: answers come from the journal, so that nothing is asked twice. */
@Injectable()
export class RunSession {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly targets: RagTargets,
    private readonly steps: SessionSteps,
    private readonly surroundings: SessionSurroundings,
  ) {}

  /**
   * @returns the session as it ended
   * @param job whose units any process may ask; undefined runs it in the foreground
   * @throws only if the session will be resumed, by another process or once the store is available again: then its state is not changed
   */
  async run(queued: TestSession, signal: AbortSignal, job?: SessionJob): Promise<TestSession> {
    let session: TestSession = { ...queued, status: 'running', startedAt: queued.startedAt ?? this.now(), error: null };
    try {
      await this.steps.units.assertOwner(session);
      await this.keep(session);
      const target = await this.targets.open(session);
      const startState = await this.targets.describe(session.request, signal);
      session = { ...session, startState: { ...startState, ...session.startState } };
      const questions = await this.steps.plan.plan(session, signal);
      const dialogueTurns = questions.dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0);
      session = { ...session, planned: { queries: questions.singles.length, turns: dialogueTurns } };
      const componentTests = session.componentTests ?? (await this.steps.measures.components.test(session, signal));
      session = { ...session, componentTests };
      await this.keep(session);
      const earlier = await this.store.results(session.sessionId);
      const progress = new Progress(session, this.surroundings.progress, earlier);
      if (earlier.length > 0) progress.tell();
      const sessionBudget = await this.surroundings.sessionBudgets.open(
        session,
        spentBy(earlier) + (questions.costUsd ?? 0),
      );
      const onResult = (result: TestResult) => progress.add(result);
      const run = { session, target, signal, sessionBudget, onResult, progress: job?.progress };
      await this.steps.units.run(run, await this.steps.units.open(session, questions));
      const open = await this.steps.units.open(session, questions);
      if (open.length > 0 && (await this.isSpent(session, sessionBudget)))
        return await this.end(
          { ...session, error: 'The budget was used up; what was not asked is missing.' },
          'failed',
        );
      await this.steps.units.assertOwner(session);
      const judgeCards = await this.steps.measures.judges.measureJudge(session, signal);
      return await this.end({ ...session, judgeCards }, 'completed', signal);
    } catch (error) {
      if (isHandedOver(signal) || (error instanceof TryLaterError && job?.isLastTry === false)) throw error;
      const ownerEnded = await this.ownerEnded(session, [error, signal.reason]);
      if (ownerEnded !== undefined) return await this.end({ ...session, error: ownerEnded.message }, 'cancelled');
      if (signal.aborted) return await this.end(session, 'cancelled');
      this.logger.warn({ err: error, session_id: session.sessionId }, 'a test session failed');
      return await this.end({ ...session, error: reasonOf(error) }, 'failed');
    }
  }

  /** A unit that another process failed for this reason fails here in the same way. */
  private async ownerEnded(session: TestSession, causes: readonly unknown[]): Promise<OwnerEndedError | undefined> {
    const known = causes.find((cause) => cause instanceof OwnerEndedError);
    if (known !== undefined) return known;
    try {
      await this.steps.units.assertOwner(session);
      return undefined;
    } catch (error) {
      return error instanceof OwnerEndedError ? error : undefined;
    }
  }

  private async end(session: TestSession, status: TestSession['status'], signal?: AbortSignal): Promise<TestSession> {
    const ended = { ...session, status, completedAt: this.now() };
    const finished = await this.steps.finish.finish(ended, signal);
    await this.surroundings.progress.publish(finished.sessionId, {
      type: 'status',
      status: finished.status,
      error: finished.error,
    });
    return finished;
  }

  /** Whether anything was left out because of the budget. Budget may be free again if a call was cheaper than its reservation. */
  private async isSpent({ sessionId, request }: TestSession, sessionBudget: SessionBudget): Promise<boolean> {
    if (request.budgetUsd === undefined) return false;
    if (await sessionBudget.isExhaustedFor('answer')) return true;
    return (await this.store.results(sessionId)).some(({ error }) => error === SPENT);
  }

  private async keep(session: TestSession): Promise<void> {
    await this.store.save(session, null);
    await this.surroundings.progress.publish(session.sessionId, {
      type: 'status',
      status: session.status,
      error: null,
    });
  }

  private now(): string {
    return this.surroundings.clock.now().toISOString();
  }
}

function reasonOf(error: unknown): string {
  const isReportable = error instanceof Error && ['TargetError', 'NothingToAskError'].includes(error.name);
  return isReportable ? error.message : 'The session failed; the server log has the cause under this session_id.';
}
