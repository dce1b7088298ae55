import { aSession } from '../../../../test/support/a-session.js';
import {
  MemoryFindings,
  MemorySessionStore,
  NothingAutomatic,
  ObservedInvestigation,
  RememberingArtifacts,
  nothingLocated,
} from '../../../../test/support/fake-session-parts.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { Clock } from '../../../shared/domain/clock.js';
import { CompleteSession, FailureAnalysis } from '../domain/session-artifacts.js';
import { SessionProgress } from '../domain/session-progress.js';
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
class SlowInvestigation extends ObservedInvestigation {
  constructor(private readonly clock: SettableClock) {
    super();
  }
  override investigate(complete: CompleteSession): Promise<FailureAnalysis> {
    this.clock.time = INVESTIGATED;
    return super.investigate(complete);
  }
}

const unwatched = { publish: () => Promise.resolve() } as unknown as SessionProgress;

describe('the end of a session', () => {
  it('is the time at which its failures are investigated, in the store and in its files', async () => {
    const clock = new SettableClock();
    const [store, artifacts] = [new MemorySessionStore(), new RememberingArtifacts()];
    const finish = new FinishSession(
      store,
      artifacts,
      new SlowInvestigation(clock),
      new MemoryFindings(),
      new NothingAutomatic(),
      nothingLocated,
    );
    const record = new RecordSession(store, unwatched, finish, clock);
    const session = aSession({ status: 'running', startedAt: STARTED });
    const claim = { claim: 'c', query: 'c', verdict: 'supported' as const, checkable: true };
    const checked = { ...claim, quote: null, documentId: null, chunkId: null, confidence: 1, reasons: [] };
    const result = testResultOf('a', 'success', { judgement: { claims: [checked] } });
    store.stored.set(session.sessionId, new Map([[result.resultId, result]]));
    const ended = await record.end(session, 'completed', new AbortController().signal);
    expect(ended.completedAt).toBe(INVESTIGATED);
    expect(artifacts.written.map((one) => one.session.completedAt)).toEqual([INVESTIGATED]);
    expect(store.sessions.get(session.sessionId)?.session.completedAt).toBe(INVESTIGATED);
  });
});
