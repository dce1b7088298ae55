import { Injectable, Logger } from '@nestjs/common';
import { JobData, JobRun, JobRunner } from '../../../shared/domain/job-runner.js';
import { SessionStore } from '../domain/session-store.js';
import { SessionStatus, TestSession } from '../domain/test-session.js';
import { RunSession } from './run-session.js';

const SESSION_JOB = 'test-session';

/** Key of a session's job. */
export const SESSION_KEY = 'session:';
const keyOf = (sessionId: string) => `${SESSION_KEY}${sessionId}`;

const UNFINISHED: ReadonlySet<SessionStatus> = new Set(['queued', 'running']);
const GIVEN_UP = 'The session was started several times and never completed; the server log has the cause.';

/**
 * Runs each session as a job, independent of the request. The sessions are queued one after another, so that two do not affect each other's
 * measurements.
 */
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

  /** Starts a stored session as a job. */
  async start({ sessionId, owner }: TestSession): Promise<void> {
    await this.jobs.start(SESSION_JOB, { key: keyOf(sessionId), owner, data: { sessionId, owner } });
  }

  /** Asks a session to stop and waits until it has stored its end. @returns false if it had not started */
  async stop(sessionId: string): Promise<boolean> {
    return this.jobs.cancel(keyOf(sessionId));
  }

  /** A session that has already ended is not changed: an earlier attempt ended it, or it was cancelled while it was queued. */
  private async run(job: JobRun): Promise<void> {
    const session = await this.unfinished(job.data);
    if (session === undefined) return;
    const { status } = await this.runSession.run(session, job.signal, job);
    if (status === 'cancelled') job.signal.throwIfAborted();
  }

  /** It can be resumed. */
  private async interrupt(data: JobData): Promise<void> {
    const session = await this.unfinished(data);
    if (session !== undefined) await this.store.save({ ...session, status: 'interrupted', error: GIVEN_UP }, null);
  }

  private async unfinished({ sessionId = '', owner = '' }: JobData): Promise<TestSession | undefined> {
    const stored = await this.store.find(sessionId, owner);
    return stored !== undefined && UNFINISHED.has(stored.session.status) ? stored.session : undefined;
  }
}

/** Marks the sessions of a dead process as interrupted; a client resumes them. */
@Injectable()
export class RecoverSessions {
  private readonly logger = new Logger('test-automation');

  constructor(private readonly store: SessionStore) {}

  async recover(): Promise<void> {
    for (const sessionId of await this.store.interruptUnfinished())
      this.logger.warn(
        { session_id: sessionId },
        'a test session was interrupted when the server stopped; POST /test-sessions/{id}/resume resumes it',
      );
  }
}
