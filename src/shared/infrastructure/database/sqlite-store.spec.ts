import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from './postgres/sql.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteStore } from './sqlite-store.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** All requests share one writing connection. These specs try to get a statement of one request into the transaction of another. */
describe('requests on one SQLite connection', () => {
  let folder: string;
  let db: SqliteDatabase;
  let store: SqliteStore;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'requests-'));
    db = await SqliteDatabase.open({
      file: path.join(folder, 'main.db'),
      durability: 'full',
      migrations: [],
      entities: [],
    });
    db.writer.exec('CREATE TABLE notes (who TEXT NOT NULL, text TEXT NOT NULL)');
    store = db.sql;
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const write = (who: string, text = 'x') => store.change(sql`INSERT INTO notes (who, text) VALUES (${who}, ${text})`);
  const notes = async () => {
    const rows = await store.query<{ who: string }>(sql`SELECT who FROM notes ORDER BY rowid`);
    return rows.map(({ who }) => who);
  };

  /** Every way to write without a transaction. */
  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a statement', () => write('other')],
    ['a statement that returns rows', () => store.query(sql`INSERT INTO notes VALUES ('other', 'x') RETURNING who`)],
    ['one row that is returned', () => store.one(sql`INSERT INTO notes VALUES ('other', 'x') RETURNING who`)],
    ['several statements', () => store.changeTogether([sql`INSERT INTO notes VALUES ('other', 'x')`])],
    ['a transaction', () => store.transaction(() => write('other'))],
    ['a unit of work', () => db.transaction.run(() => write('other'))],
  ];

  it.each(ways)('keep %s of another request out of a transaction that is rolled back', async (_, outside) => {
    let isOther = false;
    const rolledBack = store.transaction(async () => {
      await write('own');
      for (let i = 0; i < 5; i++) await turn();
      expect(isOther).toBe(false);
      throw new Error('no');
    });
    await turn();
    const other = outside().then(() => {
      isOther = true;
    });
    await expect(rolledBack).rejects.toThrow('no');
    await other;
    expect(await notes()).toEqual(['other']);
  });

  it.each(ways)('acknowledge %s of another request only when it is committed', async (_, outside) => {
    const open = store.transaction(async () => {
      await write('own');
      await turn();
    });
    await turn();
    await outside();
    expect(await notes()).toEqual(['own', 'other']);
    await open;
  });

  it('do not see uncommitted writes of another request', async () => {
    const seen: (readonly string[])[] = [];
    const open = store.transaction(async () => {
      await write('own');
      await turn();
      await turn();
    });
    await turn();
    seen.push(await notes());
    await open;
    seen.push(await notes());
    expect(seen).toEqual([[], ['own']]);
  });

  it('read one state in a snapshot while others write, without blocking them', async () => {
    await write('before');
    await store.transaction(
      async () => {
        expect(await notes()).toEqual(['before']);
        await turn();
        // Runs outside of the snapshot, like a timer of another request.
        await new Promise<void>((resolve, reject) => {
          outsideOfIt(() => write('during')).then(() => resolve(), reject);
        });
        expect(await notes()).toEqual(['before']);
      },
      { snapshot: true },
    );
    expect(await notes()).toEqual(['before', 'during']);
  });

  // Callbacks that were bound before the start of the snapshot are not part of it.
  const queue: { work: () => Promise<unknown>; done: () => void }[] = [];
  const outsideOfIt = (work: () => Promise<unknown>) => new Promise<void>((done) => queue.push({ work, done }));
  let pump: NodeJS.Timeout;
  beforeEach(() => {
    pump = setInterval(() => {
      for (const { work, done } of queue.splice(0)) void work().then(done);
    }, 1);
  });
  afterEach(() => clearInterval(pump));

  it('share one commit in one turn of the event loop, also with writes that are not statements', async () => {
    const commits = () => Number(db.reader.pragma('data_version', { simple: true }));
    const before = commits();
    const insert = db.writer.prepare("INSERT INTO notes VALUES ('by hand', 'x')");
    await Promise.all([
      write('first'),
      store.changeTogether([sql`INSERT INTO notes VALUES ('second', 'x')`]),
      db.writes.run(() => insert.run()),
    ]);
    expect(await notes()).toEqual(['first', 'second', 'by hand']);
    expect(commits() - before).toBe(1);
  });

  it('leave whole transactions and whole writes, whatever their order', async () => {
    const request = fc.record({
      writes: fc.integer({ min: 1, max: 4 }),
      pauses: fc.integer({ min: 0, max: 3 }),
      kind: fc.constantFrom('transaction', 'rolled back', 'single', 'together'),
      after: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (requests) => {
        db.writer.exec('DELETE FROM notes');
        const one = async ({ writes, pauses, kind, after }: (typeof requests)[number], i: number) => {
          for (let t = 0; t < after; t++) await turn();
          const who = `${kind} ${i}`;
          const each = Array.from({ length: writes }, (_, n) => String(n));
          if (kind === 'single') return Promise.all(each.map((text) => write(who, text)));
          if (kind === 'together')
            return store.changeTogether(each.map((text) => sql`INSERT INTO notes VALUES (${who}, ${text})`));
          return store
            .transaction(async () => {
              for (const text of each) {
                await write(who, text);
                for (let t = 0; t < pauses; t++) await turn();
              }
              if (kind === 'rolled back') throw new Error('no');
            })
            .catch((error: unknown) => {
              if (!(error instanceof Error && error.message === 'no')) throw error;
            });
        };
        await Promise.all(requests.map(one));
        const rows = await notes();
        requests.forEach(({ kind, writes }, i) => {
          const places = rows.flatMap((who, place) => (who === `${kind} ${i}` ? [place] : []));
          expect(places).toHaveLength(kind === 'rolled back' ? 0 : writes);
          // No statement of another request is between those of a transaction.
          if (kind === 'transaction' || kind === 'together')
            expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBe(writes - 1);
        });
        expect(db.writer.inTransaction).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
