import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CheckpointThread } from './checkpoint-thread.js';
import { IN_MEMORY } from './embedded-file.js';
import { OWN_LOG_BYTES, SqliteDatabase } from './sqlite-database.js';

/** Less than the length at which a writer runs a checkpoint. */
const WRITTEN_BYTES = 2_000_000;
const PATIENCE_MS = 20_000;

describe('the checkpoint thread', () => {
  let folder: string;
  let opened: SqliteDatabase[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'checkpoint-'));
    opened = [];
  });
  afterEach(async () => {
    for (const database of opened) await database.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (file: string) => {
    const database = await SqliteDatabase.open({ file, durability: 'normal', migrations: [], entities: [] });
    opened.push(database);
    return database;
  };
  const write = ({ writer }: SqliteDatabase) => {
    writer.exec('CREATE TABLE notes (bytes BLOB)');
    writer.prepare('INSERT INTO notes VALUES (zeroblob(?))').run(WRITTEN_BYTES);
  };
  const limitOf = ({ writer }: SqliteDatabase) =>
    Number(writer.pragma('wal_autocheckpoint', { simple: true })) *
    Number(writer.pragma('page_size', { simple: true }));

  it('copies the logs into the files, and leaves only a long log to the writers', async () => {
    const stores = [await open(path.join(folder, 'main.db')), await open(path.join(folder, 'work.db'))] as const;
    const thread = new CheckpointThread(...stores);
    expect(limitOf(stores[0])).toBe(OWN_LOG_BYTES);
    thread.onApplicationBootstrap();
    try {
      for (const store of stores) {
        expect(limitOf(store)).toBeGreaterThan(OWN_LOG_BYTES);
        write(store);
      }
      const until = performance.now() + PATIENCE_MS;
      const isCopied = () => stores.every(({ file }) => statSync(file).size >= WRITTEN_BYTES);
      while (!isCopied() && performance.now() < until) await delay(20);
      expect(isCopied()).toBe(true);
    } finally {
      await thread.beforeApplicationShutdown();
    }
  });

  it('is not started for stores in memory', async () => {
    const thread = new CheckpointThread(await open(IN_MEMORY), await open(IN_MEMORY));
    thread.onApplicationBootstrap();
    await expect(thread.beforeApplicationShutdown()).resolves.toBeUndefined();
  });
});
