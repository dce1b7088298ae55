import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { RagTarget, TargetError } from '../domain/rag-target.js';
import { RagTargets } from '../domain/rag-targets.js';
import { SessionProgress } from '../domain/session-progress.js';
import { SessionStore } from '../domain/session-store.js';
import { isSuccess } from '../domain/summary.js';
import { TestResult } from '../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { FinishSession } from './finish-session.js';
import { PlanQuestions } from './plan-questions.js';
import { SessionUnit, SessionUnits } from './session-units.js';

/** What one run of a session shares. */
interface Run {
  readonly session: TestSession;
  readonly target: RagTarget;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Counts as the results come. */
class Progress {
  private done = 0;
  private success = 0;
  private costUsd = 0;

  constructor(
    private readonly session: TestSession,
    private readonly watchers: SessionProgress,
  ) {}

  add(result: TestResult): void {
    this.done++;
    if (isSuccess(result)) this.success++;
    this.costUsd += result.costUsd ?? 0;
    const { planned, sessionId } = this.session;
    const total = planned.queries + planned.turns;
    this.watchers.publish(sessionId, { type: 'result', result });
    this.watchers.publish(sessionId, { type: 'progress', done: this.done, total, success: this.success });
  }

  isOverBudget(): boolean {
    const { budgetUsd } = this.session.request;
    return budgetUsd !== undefined && this.costUsd >= budgetUsd;
  }
}

/** What the parts of a run do. */
@Injectable()
export class SessionSteps {
  constructor(
    readonly plan: PlanQuestions,
    readonly units: SessionUnits,
    readonly finish: FinishSession,
  ) {}
}

/** The time, and whoever watches. */
@Injectable()
export class SessionSurroundings {
  constructor(
    readonly clock: Clock,
    readonly progress: SessionProgress,
  ) {}
}

/**
 * Runs a session to its end, or on from where an earlier run stopped: what was answered is taken from the journal, so that
 * nothing is asked twice.
 */
@Injectable()
export class RunSession {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly targets: RagTargets,
    private readonly steps: SessionSteps,
    private readonly surroundings: SessionSurroundings,
  ) {}

  /** @returns the session as it ended; it never throws for what happens inside the session */
  async execute(queued: TestSession, signal: AbortSignal): Promise<TestSession> {
    let session: TestSession = { ...queued, status: 'running', startedAt: queued.startedAt ?? this.now(), error: null };
    try {
      await this.keep(session);
      const target = this.targets.open(session);
      const startState = await this.targets.describe(session.request.target, signal);
      session = { ...session, startState: { ...startState, ...session.startState } };
      const questions = await this.steps.plan.execute(session, signal);
      const dialogueTurns = questions.dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0);
      session = { ...session, planned: { queries: questions.singles.length, turns: dialogueTurns } };
      await this.keep(session);
      const progress = new Progress(session, this.surroundings.progress);
      await this.askAll({ session, target, signal, progress }, await this.steps.units.open(session, questions));
      if (progress.isOverBudget())
        return await this.end(
          { ...session, error: 'The budget was used up; what was not asked is missing.' },
          'failed',
        );
      return await this.end(session, 'completed');
    } catch (error) {
      if (signal.aborted) return await this.end(session, 'cancelled');
      this.logger.warn({ err: error, session_id: session.sessionId }, 'a test session failed');
      return await this.end({ ...session, error: reasonOf(error) }, 'failed');
    }
  }

  /** Single questions and dialogues side by side, as many as the session allows. */
  private async askAll(run: Run, open: readonly SessionUnit[]): Promise<void> {
    const queue = [...open];
    const worker = async (): Promise<void> => {
      for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
        if (run.signal.aborted) throw new TargetError('the session was stopped');
        if (run.progress.isOverBudget()) return;
        await this.steps.units.ask(run.session, unit, {
          target: run.target,
          signal: run.signal,
          onResult: (result) => run.progress.add(result),
        });
      }
    };
    const workers = Array.from({ length: Math.min(run.session.request.concurrency, queue.length) }, () => worker());
    // All have to stop before the session ends, or a late one would write into a finished session.
    const ends = await Promise.allSettled(workers);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  private async end(session: TestSession, status: TestSession['status']): Promise<TestSession> {
    const ended = { ...session, status, completedAt: this.now() };
    const finished = await this.steps.finish.execute(ended);
    this.surroundings.progress.publish(finished.sessionId, {
      type: 'status',
      status: finished.status,
      error: finished.error,
    });
    return finished;
  }

  private async keep(session: TestSession): Promise<void> {
    await this.store.save(session, null);
    this.surroundings.progress.publish(session.sessionId, { type: 'status', status: session.status, error: null });
  }

  private now(): string {
    return this.surroundings.clock.now().toISOString();
  }
}

function reasonOf(error: unknown): string {
  const isTold = error instanceof Error && ['TargetError', 'NothingToAskError'].includes(error.name);
  return isTold ? error.message : 'The session failed; the server log has the cause under this session_id.';
}
