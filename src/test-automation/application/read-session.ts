import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Page } from '../../shared/domain/page.js';
import { CompleteSession } from '../domain/session-artifacts.js';
import { compareSessions, SessionComparison } from '../domain/session-comparison.js';
import { SessionStore, StoredSession } from '../domain/session-store.js';
import { TestResult } from '../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { FinishSession } from './finish-session.js';

/** Sessions of one caller, and what they found. */
@Injectable()
export class ReadSession {
  constructor(
    private readonly store: SessionStore,
    private readonly finish: FinishSession,
  ) {}

  /** @throws NotFoundError for an id that is unknown, or another caller's */
  async execute(sessionId: string, owner: string): Promise<StoredSession> {
    return this.withOutcome(await this.find(sessionId, owner));
  }

  /** Newest first; a session without an outcome is summed up here. */
  async list(owner: string, limit: number, cursor: string | undefined): Promise<Page<StoredSession>> {
    const page = await this.store.list(owner, limit, cursor);
    const items: StoredSession[] = [];
    for (const stored of page.items) items.push(await this.withOutcome(stored));
    return { ...page, items };
  }

  /** Whose session it is and how far it is, without summing it up. @throws NotFoundError */
  async progress(
    sessionId: string,
    owner: string,
  ): Promise<{ readonly session: TestSession; readonly done: number; readonly success: number }> {
    const { session } = await this.find(sessionId, owner);
    return { session, ...(await this.store.progress(sessionId)) };
  }

  async results(
    sessionId: string,
    owner: string,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<TestResult>> {
    await this.find(sessionId, owner);
    return this.store.resultPage(sessionId, page.limit, page.cursor);
  }

  /** Everything, for a report. */
  async complete(sessionId: string, owner: string): Promise<CompleteSession> {
    const { session } = await this.find(sessionId, owner);
    return this.finish.outcome(session);
  }

  /** @throws NotFoundError when either is unknown */
  async compare(baseId: string, candidateId: string, owner: string): Promise<SessionComparison> {
    await this.find(baseId, owner);
    await this.find(candidateId, owner);
    return compareSessions(await this.store.gists(baseId), await this.store.gists(candidateId));
  }

  /** @throws NotFoundError for an id that is unknown, or another caller's */
  private async find(sessionId: string, owner: string): Promise<StoredSession> {
    const stored = await this.store.find(sessionId, owner);
    if (stored === undefined) throw new NotFoundError('test session', sessionId);
    return stored;
  }

  /**
   * While a session runs, its summary is that of the results so far. One that was interrupted is summed up once and for all. Which part
   * failures come from is told in the report, which reads all of the results.
   */
  private async withOutcome({ session, outcome }: StoredSession): Promise<StoredSession> {
    if (outcome !== null) return { session, outcome };
    const found = await this.finish.outcomeSoFar(session);
    if (session.status !== 'queued' && session.status !== 'running') await this.store.keepOutcome(session, found);
    return { session, outcome: found };
  }
}
