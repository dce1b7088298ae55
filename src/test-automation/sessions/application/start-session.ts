import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { gradingPolicy } from '../domain/grading-policy.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession } from '../domain/test-session.js';
import { PlanSession } from './plan-session.js';
import { RunningSessions } from './running-sessions.js';
import { SessionOrder } from '../../domain/session-request.js';

/** Accepts a session and starts it as a job. */
@Injectable()
export class StartSession {
  constructor(
    private readonly store: SessionStore,
    private readonly planSession: PlanSession,
    private readonly running: RunningSessions,
    private readonly clock: Clock,
    private readonly ids: IdGenerator,
  ) {}

  /**
   * @throws InvalidInputError (422) for an unknown persona, set, agent or target; NotFoundError for an unknown earlier session; DomainError
   *   (403) for the address of a target without the permission to give one
   */
  async start(order: SessionOrder, owner: string): Promise<TestSession> {
    const session = await this.accept(order, owner);
    await this.running.start(session);
    return session;
  }

  /** Stores the session as queued without starting it; the command line runs it itself. */
  async accept(order: SessionOrder, owner: string): Promise<TestSession> {
    const { request, planned } = await this.planSession.plan(order, owner);
    const session: TestSession = {
      sessionId: this.ids.next('ses'),
      owner,
      status: 'queued',
      request,
      policy: gradingPolicy(request.policy),
      planned,
      createdAt: this.clock.now().toISOString(),
      startedAt: null,
      completedAt: null,
      startState: {},
      error: null,
    };
    await this.store.create(session);
    return session;
  }
}
