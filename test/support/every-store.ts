import { rmSync } from 'node:fs';
import path from 'node:path';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { PostgresTransaction } from '../../src/shared/infrastructure/database/postgres/postgres-transaction.js';
import { sql, trusted } from '../../src/shared/infrastructure/database/postgres/sql.js';
import { SqliteDatabase } from '../../src/shared/infrastructure/database/sqlite-database.js';
import { SqlStore } from '../../src/shared/infrastructure/database/sql-store.js';
import { Transaction } from '../../src/shared/domain/transaction.js';
import { temporaryFolder } from './application.js';
import { SCHEMAS, Part, putEmptyStore } from './empty-store.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from './postgres-servers.js';

/** A store that a conformance suite runs on: the same claims hold for all of them. */
export interface StoreUnderTest {
  /** A new adapter for this store. */
  make<T>(embedded: (database: SqliteDatabase) => T, shared: (database: PostgresDatabase) => T): T;
  /** For an adapter that has one class for both engines. */
  readonly sql: SqlStore;
  readonly transaction: Transaction;
  /** SQL that no adapter runs: the contents of a damaged or newer store. */
  run(text: string): Promise<void>;
  number(text: string): Promise<number>;
  /** Everything is read again from the stored data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The embedded store in its own folder. */
export async function openEmbedded(part: Part): Promise<StoreUnderTest> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'store.db');
  const open = () => SqliteDatabase.open({ file, durability: 'normal', ...SCHEMAS[part], entities: [] });
  await putEmptyStore(part, file);
  let database = await open();
  return {
    make: (embedded) => embedded(database),
    get sql() {
      return database.sql;
    },
    get transaction() {
      return database.transaction;
    },
    run: (text) => Promise.resolve(void database.writer.exec(text)),
    number: (text) => Promise.resolve(Number(database.reader.prepare(text).pluck().get())),
    async restart() {
      await database.close();
      database = await open();
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shared store, whose tables are empty. */
export function overShared({ database }: PostgresUnderTest, part: Part): StoreUnderTest {
  return {
    make: (_, shared) => shared(database),
    sql: database,
    transaction: new PostgresTransaction(database, part === 'cases' ? 'cases' : 'documents'),
    run: (text) => database.execute(text),
    async number(text) {
      const row = await database.one<{ n: number }>(sql`SELECT (${trusted(text)})::bigint AS n`);
      return row?.n ?? 0;
    },
    // Another adapter on the same server shares no state with the first.
    restart: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/**
 * Runs the same claims on SQLite and on the server of TEST_DATABASE_URL, or on PGlite without one; each claim starts with empty
 * tables.
 * @param claims gets a function that returns the store of the running claim
 */
export function onEveryStore(title: string, part: Part, claims: (store: () => StoreUnderTest) => void): void {
  describe(`${title} on SQLite`, () => {
    let store: StoreUnderTest;
    beforeEach(async () => {
      store = await openEmbedded(part);
    });
    afterEach(() => store.close());
    claims(() => store);
  });
  describe.each(POSTGRES_SERVERS)(`${title} on %s`, (_name, open) => {
    let server: PostgresUnderTest;
    let store: StoreUnderTest;
    beforeAll(async () => {
      server = await open();
    });
    beforeEach(async () => {
      await server.empty();
      store = overShared(server, part);
    });
    afterAll(() => server.drop());
    claims(() => store);
  });
}
