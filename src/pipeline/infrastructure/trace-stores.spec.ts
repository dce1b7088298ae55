import { onEveryStore } from '../../../test/support/every-store.js';
import { Clock } from '../../shared/domain/clock.js';
import { SideEvent, Trace, TraceEvent, TraceStore } from '../domain/trace.js';
import { SqlTraceStore } from './sql-trace-store.js';

const DAY_MS = 86_400_000;

class SetClock extends Clock {
  moment = new Date('2025-03-01T09:00:00Z');
  now(): Date {
    return this.moment;
  }
}

const EVENTS: readonly TraceEvent[] = [
  { component: 'reranker', fired: true, input: { passages: 9 }, output: ['a#1', null], effect: '순서', took_ms: 1.5 },
  { component: 'hyde', fired: false, input: null, output: null, effect: 'switched off', took_ms: 0 },
];
const SIDE: SideEvent = { component: 'cbr', fired: true, input: 'q', output: null, effect: '사례', took_ms: 2 };
const trace = (traceId: string, owner = 'ann'): Trace => ({
  traceId,
  owner,
  configuration: { version: 3, hash: '5f0c' },
  events: EVENTS,
});

onEveryStore('traces', 'work', (opened) => {
  let clock: SetClock;
  let store: TraceStore;
  beforeEach(() => {
    clock = new SetClock();
    store = new SqlTraceStore(opened().sql, clock);
  });

  it('returns a trace unchanged to its owner', async () => {
    await store.save(trace('t1'));
    const found = { ...trace('t1'), createdAt: '2025-03-01T09:00:00.000Z' };
    expect(await store.find('t1', 'ann')).toEqual(found);
    expect(await store.find('t1', undefined)).toEqual(found);
  });

  it('returns no trace to another key, and none for an unknown id', async () => {
    await store.save(trace('t1'));
    expect(await store.find('t1', 'bob')).toBeUndefined();
    expect(await store.find('t2', 'ann')).toBeUndefined();
  });

  it('leaves out events of unknown or removed components', async () => {
    const foreign = JSON.stringify([...EVENTS, { component: 'oracle' }, null, 7]);
    await opened().run(`INSERT INTO traces VALUES ('old', 'ann', '2025-01-01', '${foreign}', NULL)`);
    expect(await store.find('old', 'ann')).toMatchObject({ events: EVENTS, configuration: undefined });
    await opened().run("INSERT INTO traces VALUES ('odd', 'ann', '2025-01-01', '{}', NULL)");
    expect((await store.find('odd', 'ann'))?.events).toEqual([]);
  });

  it('deletes traces older than seven days, and keeps the newer ones', async () => {
    const start = clock.moment.getTime();
    await store.save(trace('oldest'));
    clock.moment = new Date(start + 3 * DAY_MS);
    await store.save(trace('younger'));
    clock.moment = new Date(start + 8 * DAY_MS);
    for (let i = 0; i < 498; i++) await store.save(trace(`new ${i}`));
    expect(await store.find('oldest', 'ann')).toBeUndefined();
    expect(await store.find('younger', 'ann')).toMatchObject(trace('younger'));
    expect(await opened().number('SELECT count(*) FROM traces')).toBe(499);
  });

  it('appends later events after the first ones, only for the owner', async () => {
    await store.save(trace('t1'));
    await store.append('t1', 'bob', SIDE);
    expect((await store.find('t1', 'ann'))?.events).toEqual(EVENTS);
    await store.append('t1', 'ann', SIDE);
    await store.append('t2', 'ann', SIDE);
    expect((await store.find('t1', 'ann'))?.events).toEqual([...EVENTS, SIDE]);
  });
});
