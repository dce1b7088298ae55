import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { PersonaSets } from '../domain/persona-sets.js';
import { SessionOrder } from '../domain/session-order.js';
import { SessionStore } from '../domain/session-store.js';
import { SessionRequest, TestSession } from '../domain/test-session.js';
import { chosenPersonas } from './chosen-personas.js';
import { RunningSessions } from './running-sessions.js';

/** Time and ids of a new session. */
@Injectable()
export class SessionStamps {
  constructor(
    readonly clock: Clock,
    readonly ids: IdGenerator,
  ) {}
}

/** Accepts a session and starts it behind the request. */
@Injectable()
export class StartSession {
  constructor(
    private readonly store: SessionStore,
    private readonly personaSets: PersonaSets,
    private readonly running: RunningSessions,
    private readonly stamps: SessionStamps,
  ) {}

  /** @throws InvalidInputError (422) for an unknown persona or set, NotFoundError for an unknown earlier session */
  async execute(order: SessionOrder, owner: string): Promise<TestSession> {
    const session = await this.accept(order, owner);
    await this.running.start(session);
    return session;
  }

  /**
   * What a session would ask, and with which settings; nothing is stored.
   * @throws InvalidInputError for an unknown persona or set, NotFoundError for an unknown earlier session
   */
  async plan(order: SessionOrder, owner: string): Promise<Pick<TestSession, 'request' | 'planned'>> {
    const personas = await chosenPersonas(this.personaSets, order);
    if (order.resumeOf !== undefined && (await this.store.find(order.resumeOf, owner)) === undefined)
      throw new NotFoundError('test session', order.resumeOf);
    const seed = order.seed ?? Math.floor(this.stamps.clock.now().getTime() / 1000);
    const request: SessionRequest = { ...order, personas, seed, isSeedGiven: order.seed !== undefined };
    const planned = {
      queries: personas.length * request.queriesPerPersona,
      turns: request.scenarios * (1 + request.turns),
    };
    return { request, planned };
  }

  /** Stores the session as queued without starting it; the command line runs it itself. */
  async accept(order: SessionOrder, owner: string): Promise<TestSession> {
    const { request, planned } = await this.plan(order, owner);
    const session: TestSession = {
      sessionId: this.stamps.ids.next('ses'),
      owner,
      status: 'queued',
      request,
      planned,
      createdAt: this.stamps.clock.now().toISOString(),
      startedAt: null,
      completedAt: null,
      startState: {},
      error: null,
    };
    await this.store.create(session);
    return session;
  }
}
