import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { CountedSteps, noteOf, phaseEventOf, PhaseListener, SessionProgress } from '../domain/session-progress.js';
import { SessionStore } from '../domain/session-store.js';
import { isSuccess } from '../domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionPhase, TestSession } from '../domain/test-session.js';
import { FinishSession } from './finish-session.js';

/** Counts results as they come, including those of an earlier run of the session. */
export class RunProgress {
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
    this.publish();
  }

  publish(): void {
    const { planned, sessionId } = this.session;
    const success = [...this.verdicts.values()].filter((isRight) => isRight).length;
    const total = planned.queries + planned.turns;
    void this.watchers.publish(sessionId, { type: 'progress', done: this.verdicts.size, total, success });
  }
}

/** Stores and publishes the state of a session during its run. */
@Injectable()
export class RecordSession {
  constructor(
    private readonly store: SessionStore,
    private readonly progress: SessionProgress,
    private readonly finishSession: FinishSession,
    private readonly clock: Clock,
  ) {}

  async save(session: TestSession): Promise<void> {
    await this.store.save(session, null);
    await this.publishStatus(session);
  }

  /** Stores and publishes the phase that a running session enters. @returns the session in it */
  async enter(session: TestSession, name: SessionPhase): Promise<TestSession> {
    const entered = { ...session, phase: { name, since: this.now() } };
    await this.save(entered);
    await this.publishPhase(entered);
    return entered;
  }

  /** @param earlier results of an earlier run of the session; they are published at once */
  progressOf(session: TestSession, earlier: readonly TestResult[]): RunProgress {
    const progress = new RunProgress(session, this.progress, earlier);
    if (earlier.length > 0) progress.publish();
    return progress;
  }

  async end(session: TestSession, status: TestSession['status'], signal?: AbortSignal): Promise<TestSession> {
    const { phase, ...rest } = session;
    let running = session;
    let current = phase?.name;
    const onPhase: PhaseListener = async (name, steps) => {
      if (current !== name) running = await this.enter(running, name);
      current = name;
      if (steps !== undefined) await this.publishPhase(running, steps);
    };
    const ended = { ...rest, status, completedAt: this.now() };
    const finished = await this.finishSession.finish(ended, signal, () => this.now(), onPhase);
    await this.publishStatus(finished);
    return finished;
  }

  now(): string {
    return this.clock.now().toISOString();
  }

  private async publishPhase(session: TestSession, steps?: CountedSteps): Promise<void> {
    const event = phaseEventOf(session, this.clock.now(), steps);
    if (event !== undefined) await this.progress.publish(session.sessionId, event);
  }

  private publishStatus({ sessionId, status, error }: TestSession): Promise<void> {
    return this.progress.publish(sessionId, { type: 'status', status, error });
  }
}
