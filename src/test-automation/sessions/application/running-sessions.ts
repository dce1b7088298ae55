import { Injectable } from '@nestjs/common';
import { JobData, JobRun, JobRunner } from '../../../shared/domain/job-runner.js';
import { SessionStore } from '../domain/session-store.js';
import { SessionStatus, TestSession } from '../domain/test-session.js';
import { RunSession } from './run-session.js';

const SESSION_JOB = 'test-session';

/** Key of the job that a session is. */
export const SESSION_KEY = 'session:';
const keyOf = (sessionId: string) => `${SESSION_KEY}${sessionId}`;

const UNFINISHED: ReadonlySet<SessionStatus> = new Set(['queued', 'running']);
const GIVEN_UP = 'The session was begun several times and never came to its end; the server log says why.';

/** Sessions behind the request: each a job. They queue behind each other, so that two do not measure one another. */
@Injectable()
export class RunningSessions {
  constructor(
    private readonly jobs: JobRunner,
    private readonly store: SessionStore,
    private readonly runSession: RunSession,
  ) {
    jobs.register(SESSION_JOB, { run: (job) => this.run(job), onDeadLetter: (data) => this.interrupt(data) });
  }

  async has(sessionId: string): Promise<boolean> {
    return (await this.jobs.unfinished([keyOf(sessionId)])).size > 0;
  }

  /** Starts a stored session behind the request. */
  async start({ sessionId, owner }: TestSession): Promise<void> {
    await this.jobs.start(SESSION_JOB, { key: keyOf(sessionId), owner, data: { sessionId, owner } });
  }

  /** Asks a session to stop and waits until it has stored its end. @returns false when it had not begun */
  async stop(sessionId: string): Promise<boolean> {
    return this.jobs.cancel(keyOf(sessionId));
  }

  /** A session that has ended by now is left as it is: an earlier try ended it, or it was cancelled while it waited. */
  private async run(job: JobRun): Promise<void> {
    const session = await this.unfinished(job.data);
    if (session === undefined) return;
    const { status } = await this.runSession.run(session, job.signal, job);
    if (status === 'cancelled') job.signal.throwIfAborted();
  }

  /** It can be gone on with. */
  private async interrupt(data: JobData): Promise<void> {
    const session = await this.unfinished(data);
    if (session !== undefined) await this.store.save({ ...session, status: 'interrupted', error: GIVEN_UP }, null);
  }

  private async unfinished({ sessionId = '', owner = '' }: JobData): Promise<TestSession | undefined> {
    const stored = await this.store.find(sessionId, owner);
    return stored !== undefined && UNFINISHED.has(stored.session.status) ? stored.session : undefined;
  }
}
