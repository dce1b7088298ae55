import { Injectable } from '@nestjs/common';
import { JobRunner } from '../../shared/domain/job-runner.js';
import { TestSession } from '../domain/test-session.js';
import { RunSession } from './run-session.js';

/** A session that runs in this process. */
interface Running {
  readonly controller: AbortController;
  /** False while it waits behind another session. */
  isBusy: boolean;
  readonly ended: Promise<void>;
}

/** The sessions that run in this process: each a job, each with its own way to be stopped. */
@Injectable()
export class RunningSessions {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly jobs: JobRunner,
    private readonly runSession: RunSession,
  ) {}

  has(sessionId: string): boolean {
    return this.running.has(sessionId);
  }

  /** Starts the session behind the request; sessions queue behind each other, so that two do not measure one another. */
  async start(session: TestSession): Promise<void> {
    const controller = new AbortController();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const entry: Running = { controller, isBusy: false, ended };
    this.running.set(session.sessionId, entry);
    await this.jobs.start('test-session', async (progress, shutdown) => {
      const stop = () => controller.abort();
      shutdown.addEventListener('abort', stop, { once: true });
      try {
        if (shutdown.aborted) stop();
        // Cancelled while it waited: it is stored as such, and stays so.
        if (controller.signal.aborted) return;
        entry.isBusy = true;
        await this.runSession.execute(session, controller.signal);
        progress(1, 1);
      } finally {
        shutdown.removeEventListener('abort', stop);
        this.running.delete(session.sessionId);
        end();
      }
    });
  }

  /** Asks a session to stop and waits until it has stored its end. @returns false when it did not run here */
  async stop(sessionId: string): Promise<boolean> {
    const running = this.running.get(sessionId);
    if (running === undefined) return false;
    running.controller.abort();
    if (!running.isBusy) {
      this.running.delete(sessionId);
      return false;
    }
    await running.ended;
    return true;
  }
}
