import { aSession } from '../../../../test/support/a-session.js';
import {
  MemoryFindings,
  MemorySessionStore,
  NothingAutomatic,
  RememberingArtifacts,
  nothingLocated,
} from '../../../../test/support/fake-session-parts.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { Clock } from '../../../shared/domain/clock.js';
import { observedFindings } from '../domain/session-suggestions.js';
import { CompleteSession, FailureAnalysis, SessionInvestigation } from '../domain/session-artifacts.js';
import { PhaseListener, SessionEvent, SessionProgress } from '../domain/session-progress.js';
import { FinishSession } from './finish-session.js';
import { RecordSession } from './record-session.js';

const STARTED = '2026-03-01T09:00:00.000Z';
const INVESTIGATED = '2026-03-01T09:01:15.000Z';

class SettableClock extends Clock {
  time = STARTED;
  now(): Date {
    return new Date(this.time);
  }
}

/** Takes 75 seconds. */
class SlowInvestigation extends SessionInvestigation {
  constructor(private readonly clock: SettableClock) {
    super();
  }
  async investigate(complete: CompleteSession, _signal: AbortSignal, onPhase: PhaseListener): Promise<FailureAnalysis> {
    await onPhase('finding_causes', { done: 1, total: 3 });
    this.clock.time = INVESTIGATED;
    await onPhase('trying_repairs');
    return observedFindings(complete);
  }
}

/** Keeps what is published, and what the store had at that time. */
class Watching extends SessionProgress {
  readonly events: SessionEvent[] = [];
  publish(_sessionId: string, event: SessionEvent): Promise<void> {
    this.events.push(event);
    return Promise.resolve();
  }
}

describe('the end of a session', () => {
  const endOf = async () => {
    const [clock, watching] = [new SettableClock(), new Watching()];
    const [store, artifacts] = [new MemorySessionStore(), new RememberingArtifacts()];
    const finish = new FinishSession(
      store,
      artifacts,
      new SlowInvestigation(clock),
      new MemoryFindings(),
      new NothingAutomatic(),
      nothingLocated,
    );
    const record = new RecordSession(store, watching, finish, clock);
    const session = aSession({ status: 'running', startedAt: STARTED });
    const claim = { claim: 'c', query: 'c', verdict: 'supported' as const, checkable: true };
    const checked = { ...claim, quote: null, documentId: null, chunkId: null, confidence: 1, reasons: [] };
    const result = testResultOf('a', 'success', { judgement: { claims: [checked] } });
    store.stored.set(session.sessionId, new Map([[result.resultId, result]]));
    const asked = await record.enter(session, 'asking');
    const ended = await record.end(asked, 'completed', new AbortController().signal);
    return { ended, store, artifacts, session, watching };
  };

  it('is the time at which its failures are investigated, in the store and in its files', async () => {
    const { ended, store, artifacts, session } = await endOf();
    expect(ended.completedAt).toBe(INVESTIGATED);
    expect(artifacts.written.map((one) => one.session.completedAt)).toEqual([INVESTIGATED]);
    expect(store.sessions.get(session.sessionId)?.session.completedAt).toBe(INVESTIGATED);
  });

  it('says what is done after the last question, for how long, and nothing of it once it has ended', async () => {
    const { ended, store, session, watching } = await endOf();
    const phases = watching.events.filter((event) => event.type === 'phase');
    expect(phases).toEqual([
      { type: 'phase', phase: 'asking', done: null, total: null, elapsedMs: 0, phaseElapsedMs: 0 },
      { type: 'phase', phase: 'finding_causes', done: null, total: null, elapsedMs: 0, phaseElapsedMs: 0 },
      { type: 'phase', phase: 'finding_causes', done: 1, total: 3, elapsedMs: 0, phaseElapsedMs: 0 },
      { type: 'phase', phase: 'trying_repairs', done: null, total: null, elapsedMs: 75_000, phaseElapsedMs: 0 },
      { type: 'phase', phase: 'reporting', done: null, total: null, elapsedMs: 75_000, phaseElapsedMs: 0 },
    ]);
    expect(watching.events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
    expect(ended.phase).toBeUndefined();
    expect(store.sessions.get(session.sessionId)?.session.phase).toBeUndefined();
  });
});
