import { onEveryStore } from '../../../test/support/every-store.js';
import { ReadAuditLog } from '../application/read-audit-log.js';
import { AuditLog, NewAuditEntry } from '../domain/audit-log.js';
import { PostgresAuditLog } from './postgres-audit-log.js';
import { Sha256Digest } from './sha256-digest.js';
import { SqliteAuditLog } from './sqlite-audit-log.js';

const digest = new Sha256Digest();
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const entryOf = (n: number, caller = 'key_1'): NewAuditEntry => ({
  at: day(n),
  requestId: `req_${n}`,
  caller,
  route: 'POST /search',
  filter: n % 2 === 0 ? null : ['harbour/lamps'],
  agentId: null,
  action: n % 3 === 0 ? 'ask' : 'search',
  question: `question ${n} "quoted"\n다음 줄`,
  shown: [{ id: `d${n}`, passages: [`d${n}#0`, `d${n}#1`] }],
  detail: null,
});

onEveryStore('the audit log', 'work', (opened) => {
  let log: AuditLog;
  const made = () =>
    opened().make<AuditLog>(
      (db) => new SqliteAuditLog(db, db.writes, digest),
      (db) => new PostgresAuditLog(db, digest),
    );
  const verify = () => new ReadAuditLog(log, digest).verify();
  beforeEach(() => {
    log = made();
  });

  it('returns the written entries, numbered without gaps, in a valid chain', async () => {
    for (const n of [1, 2, 3]) await log.append(entryOf(n));
    const read = await log.read({ after: 0, limit: 9 });
    expect(read).toMatchObject([1, 2, 3].map((n) => ({ ...entryOf(n), seq: n })));
    expect(await verify()).toMatchObject({ entries: 3, brokenAt: undefined, last: { seq: 3, hash: read[2]?.hash } });
  });

  it('filters by number, caller and action', async () => {
    for (const n of [1, 2, 3, 4]) await log.append(entryOf(n, n === 2 ? 'key_2' : 'key_1'));
    const numbers = async (query: object) => (await log.read({ after: 0, limit: 9, ...query })).map(({ seq }) => seq);
    expect(await numbers({ after: 1, limit: 2 })).toEqual([2, 3]);
    expect(await numbers({ caller: 'key_2' })).toEqual([2]);
    expect(await numbers({ action: 'ask' })).toEqual([3]);
  });

  it('filters by time and by text, which is taken literally', async () => {
    for (const n of [1, 2, 3, 4]) await log.append(entryOf(n));
    await log.append({ ...entryOf(5), question: '100 % of the LAMPS_A' });
    const numbers = async (query: object) => (await log.read({ after: 0, limit: 9, ...query })).map(({ seq }) => seq);
    expect(await numbers({ since: day(2), until: day(4) })).toEqual([2, 3]);
    expect(await numbers({ text: 'QUESTION 3' })).toEqual([3]);
    expect(await numbers({ text: '다음' })).toEqual([1, 2, 3, 4]);
    expect(await numbers({ text: 'd4#1' })).toEqual([4]);
    expect(await numbers({ text: '%' })).toEqual([5]);
    expect(await numbers({ text: 'lamps_a' })).toEqual([5]);
    expect(await numbers({ text: 'lamps?a' })).toEqual([]);
  });

  it('reads the newest entries first, and continues before a number', async () => {
    for (const n of [1, 2, 3, 4]) await log.append(entryOf(n));
    const numbers = async (query: object) =>
      (await log.read({ after: 0, limit: 2, newestFirst: true, ...query })).map(({ seq }) => seq);
    expect(await numbers({})).toEqual([4, 3]);
    expect(await numbers({ after: 3 })).toEqual([2, 1]);
    expect(await numbers({ action: 'ask' })).toEqual([3]);
  });

  it('is one chain for several writers at once', async () => {
    const other = made();
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? log : other).append(entryOf(1 + (i % 20)))));
    expect(await verify()).toMatchObject({ entries: 40, brokenAt: undefined });
  });

  it('rejects updates and deletes', async () => {
    for (const n of [1, 2]) await log.append(entryOf(n));
    const attempt = (text: string) => (async () => opened().run(text))();
    await expect(attempt("UPDATE audit_entries SET question = 'x' WHERE seq = 1")).rejects.toThrow();
    await expect(attempt('DELETE FROM audit_entries WHERE seq = 1')).rejects.toThrow();
    expect(await verify()).toMatchObject({ entries: 2, brokenAt: undefined });
  });

  it('removes expired entries, oldest first, and the chain stays valid', async () => {
    for (const n of [1, 2, 3]) await log.append(entryOf(n));
    expect(await log.removeBefore(day(1))).toBe(0);
    expect(await log.removeBefore(day(3))).toBe(2);
    await log.append(entryOf(4));
    expect((await log.read({ after: 0, limit: 9 })).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await verify()).toMatchObject({ entries: 2, brokenAt: undefined });
    expect(await log.removeBefore(day(9))).toBe(2);
    await log.append(entryOf(5));
    expect(await verify()).toMatchObject({ entries: 1, brokenAt: undefined, last: { seq: 5 } });
  });
});
