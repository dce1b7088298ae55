import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession, ownerSeenBy, SessionViewer } from '../domain/test-session.js';
import { RejudgeSession } from './rejudge-session.js';
import { RunningSessions } from './running-sessions.js';

/** Cancels, resumes and rejudges sessions. */
@Injectable()
export class ControlSession {
  constructor(
    private readonly store: SessionStore,
    private readonly running: RunningSessions,
    private readonly rejudgeSession: RejudgeSession,
  ) {}

  /** Stops a session; its answers so far are kept. A session that has ended is not changed. */
  async cancel(sessionId: string, viewer: SessionViewer): Promise<TestSession> {
    const session = await this.find(sessionId, viewer);
    if (await this.running.stop(sessionId)) return this.find(sessionId, viewer);
    if (session.status === 'completed' || session.status === 'failed') return session;
    const cancelled: TestSession = { ...session, status: 'cancelled' };
    await this.store.save(cancelled, null);
    return cancelled;
  }

  /** Resumes a session that did not complete. @throws ConflictError for one that runs or is complete */
  async resume(sessionId: string, viewer: SessionViewer): Promise<TestSession> {
    const session = await this.find(sessionId, viewer);
    if (await this.running.has(sessionId)) throw new ConflictError(`The session '${sessionId}' runs already.`);
    if (session.status === 'completed') throw new ConflictError(`The session '${sessionId}' is complete.`);
    const queued: TestSession = { ...session, status: 'queued', completedAt: null, error: null };
    await this.store.save(queued, null);
    await this.running.start(queued);
    return queued;
  }

  /** Judges every answer again without asking anything. @throws ConflictError for a session that runs */
  async rejudge(sessionId: string, viewer: SessionViewer): Promise<TestSession> {
    const session = await this.find(sessionId, viewer);
    if (await this.running.has(sessionId))
      throw new ConflictError(`The session '${sessionId}' runs; cancel it, or wait.`);
    return this.rejudgeSession.rejudge(session);
  }

  private async find(sessionId: string, viewer: SessionViewer): Promise<TestSession> {
    const stored = await this.store.find(sessionId, ownerSeenBy(viewer));
    if (stored === undefined) throw new NotFoundError('test session', sessionId);
    return stored.session;
  }
}
