import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConversationsAndJobs1763700000001 } from '../../../migrations/sqlite/1763700000001-conversations-and-jobs.js';
import { ConfigurationVersions1763930000000 } from '../../../migrations/sqlite/1763930000000-configuration-versions.js';
import { Clock } from '../../shared/domain/clock.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { Trace, TraceEvent } from '../domain/trace.js';
import { SqliteTraceStore } from './sqlite-trace-store.js';

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
const trace = (traceId: string, owner = 'ann'): Trace => ({
  traceId,
  owner,
  configuration: { version: 3, hash: '5f0c' },
  events: EVENTS,
});

describe('SqliteTraceStore', () => {
  let folder: string;
  let db: SqliteDatabase;
  let clock: SetClock;
  let store: SqliteTraceStore;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'traces-'));
    db = await SqliteDatabase.open({
      file: path.join(folder, 'work.db'),
      durability: 'normal',
      migrations: [ConversationsAndJobs1763700000001, ConfigurationVersions1763930000000],
      entities: [],
    });
    clock = new SetClock();
    store = new SqliteTraceStore(db, new GroupedWrites(db.writer, 0), clock);
  });

  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  it('gives a trace back as it was saved, to its owner', async () => {
    await store.save(trace('t1'));
    expect(await store.find('t1', 'ann')).toEqual(trace('t1'));
  });

  it('shows a trace to no other key, and none that is not there', async () => {
    await store.save(trace('t1'));
    expect(await store.find('t1', 'bob')).toBeUndefined();
    expect(await store.find('t2', 'ann')).toBeUndefined();
  });

  it('leaves out events of components that are not known (any more)', async () => {
    const foreign = JSON.stringify([...EVENTS, { component: 'oracle' }, null, 7]);
    db.writer.prepare("INSERT INTO traces VALUES ('old', 'ann', '2025-01-01', ?, NULL)").run(foreign);
    expect(await store.find('old', 'ann')).toMatchObject({ events: EVENTS, configuration: undefined });
    db.writer.prepare("INSERT INTO traces VALUES ('odd', 'ann', '2025-01-01', '{}', NULL)").run();
    expect((await store.find('odd', 'ann'))?.events).toEqual([]);
  });

  it('forgets traces of more than seven days ago in time, and keeps the younger ones', async () => {
    const start = clock.moment.getTime();
    await store.save(trace('oldest'));
    clock.moment = new Date(start + 3 * DAY_MS);
    await store.save(trace('younger'));
    clock.moment = new Date(start + 8 * DAY_MS);
    for (let i = 0; i < 498; i++) await store.save(trace(`new ${i}`));
    expect(await store.find('oldest', 'ann')).toBeUndefined();
    expect(await store.find('younger', 'ann')).toEqual(trace('younger'));
    expect(db.reader.prepare('SELECT count(*) FROM traces').pluck().get()).toBe(499);
  });
});
