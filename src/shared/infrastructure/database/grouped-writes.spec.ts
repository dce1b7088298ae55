import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { DomainError, TryLaterError } from '../../domain/domain-error.js';
import { GroupedWrites } from './grouped-writes.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/** Long enough for several attempts with turns of the event loop, also on a busy machine. */
const LOCK_LIMIT_MS = 1_000;

describe('writes that share a transaction', () => {
  let folder: string;
  let db: SqliteDatabase;
  let writes: GroupedWrites;
  let other: Database.Database;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grouped-'));
    const file = path.join(folder, 'work.db');
    db = await SqliteDatabase.open({ file, durability: 'normal', migrations: [], entities: [] });
    db.writer.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE)');
    writes = new GroupedWrites(new SqliteTransaction(db.writer, { lockLimitMs: LOCK_LIMIT_MS }));
    other = new Database(file);
  });
  afterEach(async () => {
    other.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const write = (text: string) => writes.run(() => void db.writer.prepare('INSERT INTO notes VALUES (?)').run(text));
  const seen = () => db.reader.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();

  it('are committed together, in their order, when they are acknowledged', async () => {
    const before = Number(db.reader.pragma('data_version', { simple: true }));
    await Promise.all(['a', 'b', 'c'].map(write));
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(Number(db.reader.pragma('data_version', { simple: true })) - before).toBe(1);
  });

  it('fail individually when one of them is invalid', async () => {
    const results = await Promise.allSettled(['a', 'a', 'b'].map(write));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen()).toEqual(['a', 'b']);
  });

  it('include writes that arrive while a commit waits', async () => {
    other.exec('BEGIN IMMEDIATE');
    const first = write('a');
    await new Promise((resolve) => setTimeout(resolve, 60));
    const second = write('b');
    other.exec('ROLLBACK');
    await Promise.all([first, second]);
    expect(seen()).toEqual(['a', 'b']);
  });

  it('are all refused within the limit, without blocking, while another program has the lock', async () => {
    other.exec('BEGIN IMMEDIATE');
    const started = performance.now();
    let turns = 0;
    const clock = setInterval(() => turns++, 5);
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => write(String(i))));
    clearInterval(clock);
    // In sequence they would take fifty times the limit.
    expect(performance.now() - started).toBeLessThan(25 * LOCK_LIMIT_MS);
    expect(turns).toBeGreaterThan(3);
    for (const result of results)
      expect(result.status === 'rejected' && result.reason instanceof TryLaterError).toBe(true);
    expect(seen()).toEqual([]);
    other.exec('ROLLBACK');
    await write('later');
    expect(seen()).toEqual(['later']);
  });

  it('are refused like a transaction when the disk is full, and continue when there is space', async () => {
    const pages = Number(db.writer.pragma('page_count', { simple: true }));
    db.writer.pragma(`max_page_count = ${pages}`);
    const long = 'x'.repeat(100_000);
    const full = await write(long).catch((error: unknown) => error);
    expect(full).toMatchObject({ kind: 'no-space', code: 'disk-full' });
    expect(full).toBeInstanceOf(DomainError);
    const transaction = new SqliteTransaction(db.writer);
    const insert = () => Promise.resolve(db.writer.prepare('INSERT INTO notes VALUES (?)').run(long));
    await expect(transaction.run(insert)).rejects.toMatchObject({ code: 'disk-full' });
    expect(seen()).toEqual([]);
    db.writer.pragma('max_page_count = 100000');
    await write(long);
    await expect(transaction.run(insert)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
  });
});
