import { Injectable } from '@nestjs/common';
import { RagTarget } from '../../domain/rag-target.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession } from '../domain/test-session.js';
import { SessionUnit, SessionUnits } from './session-units.js';
import { RagTargets } from '../../targets/domain/test-target.js';

/** Dependencies that all units of a session share. */
interface KnownSession {
  readonly sessionId: string;
  readonly units: readonly SessionUnit[];
  readonly target: Promise<RagTarget>;
}

/** Sessions whose units this process asks, each with its units and its open target. */
@Injectable()
export class OpenSessions {
  /** Consecutive units are mostly of one session, so its target is cached. All units then share the target's pause. */
  private newest: KnownSession | undefined;

  constructor(
    private readonly store: SessionStore,
    private readonly units: SessionUnits,
    private readonly targets: RagTargets,
  ) {}

  async find(sessionId: string, owner: string): Promise<TestSession | undefined> {
    return (await this.store.find(sessionId, owner))?.session;
  }

  async open(session: TestSession): Promise<KnownSession> {
    const { sessionId } = session;
    if (this.newest?.sessionId === sessionId) return this.newest;
    const plan = await this.store.plan(sessionId);
    const units = plan === undefined ? [] : this.units.all(plan.questions);
    // Several units may start at the same time: the first of them opens the target.
    if (this.newest?.sessionId === sessionId) return this.newest;
    const known = { sessionId, units, target: this.targets.open(session) };
    this.newest = known;
    // If the target could not be opened, the next unit opens it again.
    known.target.catch(() => {
      if (this.newest === known) this.newest = undefined;
    });
    return known;
  }
}
