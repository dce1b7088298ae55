import { Injectable } from '@nestjs/common';
import { JobRun, JobRunner } from '../../shared/domain/job-runner.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession } from '../domain/test-session.js';
import { RunSession } from './run-session.js';

const SESSION_JOB = 'test-session';

const keyOf = (sessionId: string) => `session:${sessionId}`;

/** Sessions behind the request: each a job. They queue behind each other, so that two do not measure one another. */
@Injectable()
export class RunningSessions {
  constructor(
    private readonly jobs: JobRunner,
    private readonly store: SessionStore,
    private readonly runSession: RunSession,
  ) {
    jobs.register(SESSION_JOB, { run: (job) => this.run(job) });
  }

  async has(sessionId: string): Promise<boolean> {
    return (await this.jobs.unfinished([keyOf(sessionId)])).size > 0;
  }

  /** Starts a stored session behind the request. */
  async start({ sessionId, owner }: TestSession): Promise<void> {
    await this.jobs.start(SESSION_JOB, { key: keyOf(sessionId), data: { sessionId, owner } });
  }

  /** Asks a session to stop and waits until it has stored its end. @returns false when it had not begun */
  async stop(sessionId: string): Promise<boolean> {
    return this.jobs.cancel(keyOf(sessionId));
  }

  /** A session that has ended by now is left as it is: an earlier try ended it, or it was cancelled while it waited. */
  private async run({ data, progress, signal }: JobRun): Promise<void> {
    const { sessionId = '', owner = '' } = data;
    const stored = await this.store.find(sessionId, owner);
    if (stored === undefined || !['queued', 'running'].includes(stored.session.status)) return;
    const { status } = await this.runSession.execute(stored.session, signal);
    if (status === 'cancelled') signal.throwIfAborted();
    progress(1, 1);
  }
}
