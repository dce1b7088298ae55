import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WalFsync } from './wal-fsync.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteTransaction } from './sqlite-transaction.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('SqliteTransaction', () => {
  let folder: string;
  let db: SqliteDatabase;
  let transaction: SqliteTransaction;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'transaction-'));
    db = await SqliteDatabase.open({
      file: path.join(folder, 'new', 'main.db'),
      durability: 'full',
      migrations: [],
      entities: [],
    });
    db.writer.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE)');
    transaction = new SqliteTransaction(db.writer, { log: db.log });
  });

  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const write = (text: string) => db.writer.prepare('INSERT INTO notes VALUES (?)').run(text);
  const seen = (from = db.reader) => from.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();

  it('commits everything that the work wrote and returns its value', async () => {
    const value = await transaction.run(async () => {
      write('a');
      await turn();
      write('b');
      return 42;
    });
    expect(value).toBe(42);
    expect(seen()).toEqual(['a', 'b']);
  });

  it('rolls back a work that throws, and rethrows its error', async () => {
    const failure = new Error('no');
    const run = transaction.run(async () => {
      write('a');
      await turn();
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    expect(seen(db.writer)).toEqual([]);
    expect(db.writer.inTransaction).toBe(false);
  });

  it('keeps nothing when a statement fails', async () => {
    const run = transaction.run(() => {
      write('a');
      write('a');
      return Promise.resolve();
    });
    await expect(run).rejects.toThrow('UNIQUE');
    expect(seen(db.writer)).toEqual([]);
  });

  it('rolls back when the work throws before its first wait', async () => {
    const run = transaction.run(() => {
      write('a');
      throw new Error('at once');
    });
    await expect(run).rejects.toThrow('at once');
    expect(seen(db.writer)).toEqual([]);
  });

  it('continues with the next work after a failure', async () => {
    const failed = transaction.run(() => Promise.reject(new Error('no')));
    const next = transaction.run(() => Promise.resolve(write('a').changes));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe(1);
    expect(seen()).toEqual(['a']);
  });

  it('runs works in sequence, in the order of the calls', async () => {
    const events: string[] = [];
    const work = (name: string, turns: number) =>
      transaction.run(async () => {
        events.push(`${name} begins`);
        for (let i = 0; i < turns; i++) await turn();
        write(name);
        events.push(`${name} ends`);
      });
    await Promise.all([work('slow', 5), work('quick', 0), work('middle', 2)]);
    expect(events).toEqual(['slow', 'quick', 'middle'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(seen()).toEqual(['slow', 'quick', 'middle']);
  });

  it('hides an unfinished work from readers', async () => {
    await transaction.run(async () => {
      write('a');
      await turn();
      expect(seen()).toEqual([]);
      expect(seen(db.writer)).toEqual(['a']);
      write('b');
    });
    expect(seen()).toEqual(['a', 'b']);
  });

  const synchronous = () => db.writer.pragma('synchronous', { simple: true });

  it('is done when the log is on the disk, and lets the next work begin before', async () => {
    const events: string[] = [];
    let onDisk: () => void = () => undefined;
    const synced = new Promise<void>((resolve) => {
      onDisk = resolve;
    });
    const waiting = new SqliteTransaction(db.writer, {
      log: new WalFsync({ sync: () => synced, close: () => Promise.resolve() }),
    });
    const first = waiting.run(() => Promise.resolve(write('a'))).then(() => events.push('first'));
    await waiting.run(() => Promise.resolve(events.push('second begins')).then(onDisk));
    await first;
    expect(events).toEqual(['second begins', 'first']);
    expect(seen()).toEqual(['a']);
  });

  it('leaves it to SQLite to sync what is written outside of a work', async () => {
    expect(synchronous()).toBe(2);
    expect(await transaction.run(() => Promise.resolve(synchronous()))).toBe(1);
    expect(synchronous()).toBe(2);
    await expect(transaction.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(synchronous()).toBe(2);
  });

  it('reports a disk that fails, and does not claim that nothing was stored', async () => {
    const broken = new WalFsync({
      sync: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })),
      close: () => Promise.resolve(),
    });
    const run = new SqliteTransaction(db.writer, { log: broken }).run(() => Promise.resolve(write('a')));
    await expect(run).rejects.toMatchObject({
      code: 'store-unwritable',
      message: expect.stringContaining('may or may not be there'),
    });
    expect(seen()).toEqual(['a']);
  });

  it('does not change the setting of the connection without a log', async () => {
    expect(await new SqliteTransaction(db.writer).run(() => Promise.resolve(synchronous()))).toBe(2);
    expect(synchronous()).toBe(2);
  });

  it('gives the reader no way to write', () => {
    expect(() => db.reader.prepare("INSERT INTO notes VALUES ('x')").run()).toThrow('readonly');
  });

  it('finds what was kept when the file is opened again', async () => {
    await transaction.run(() => Promise.resolve(write('a')));
    const again = await SqliteDatabase.open({
      file: path.join(folder, 'new', 'main.db'),
      durability: 'normal',
      migrations: [],
      entities: [],
    });
    expect(seen(again.reader)).toEqual(['a']);
    expect(again.sizeBytes()).toBeGreaterThan(0);
    expect(again.log).toBeUndefined();
    await again.close();
  });
});
