import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteDatabase } from './sqlite-database.js';

describe('an embedded database', () => {
  let folder: string;
  let ticks: { readonly tick: () => void; readonly everyMs: number }[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sqlite-'));
    ticks = [];
    const real = globalThis.setInterval;
    jest.spyOn(globalThis, 'setInterval').mockImplementation(((tick: () => void, everyMs: number) => {
      ticks.push({ tick, everyMs });
      return real(() => undefined, 1e9);
    }) as never);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = () =>
    SqliteDatabase.open({ file: path.join(folder, 'new', 'a.db'), durability: 'full', migrations: [], entities: [] });

  it('is created for its own user only, with its log', async () => {
    const database = await open();
    database.writer.exec('CREATE TABLE t (a)');
    for (const name of ['', '-wal', '-shm']) expect(statSync(`${database.file}${name}`).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(database.file)).mode & 0o777).toBe(0o700);
    await database.close();
  });

  it('writes nothing within a second after its file was removed, and writes again when it is back', async () => {
    const database = await open();
    database.writer.exec('CREATE TABLE t (a)');
    const [check] = ticks;
    expect(check?.everyMs).toBeLessThanOrEqual(1_000);
    check?.tick();
    database.writer.exec('INSERT INTO t VALUES (1)');
    renameSync(database.file, `${database.file}.aside`);
    check?.tick();
    expect(database.isReplaced).toBe(true);
    expect(() => database.writer.exec('INSERT INTO t VALUES (2)')).toThrow(/readonly/);
    expect(() => database.writer.exec('BEGIN IMMEDIATE')).toThrow(/readonly/);
    expect(existsSync(database.file)).toBe(false);
    renameSync(`${database.file}.aside`, database.file);
    check?.tick();
    database.writer.exec('INSERT INTO t VALUES (3)');
    expect(database.reader.prepare('SELECT a FROM t ORDER BY a').pluck().all()).toEqual([1, 3]);
    await database.close();
  });
});
