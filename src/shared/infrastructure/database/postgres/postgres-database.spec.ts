import { setTimeout as delay } from 'node:timers/promises';
import { POSTGRES_MIGRATIONS, POSTGRES_SCHEMA } from '../../../../../migrations/postgres/all-migrations.js';
import {
  dropSchema,
  openServer,
  POSTGRES_SERVERS,
  PostgresUnderTest,
  settingsOfOwnSchema,
  SERVER_LACK,
} from '../../../../../test/support/postgres-servers.js';
import { migratePostgres, revertPostgres } from './migrate-postgres.js';
import { PooledPostgres } from './pooled-postgres.js';
import { PostgresDatabase } from './postgres-database.js';
import { PostgresTransaction, readPosition } from './postgres-transaction.js';
import { sql } from './sql.js';
import { describeUnless } from '../../../../../test/support/lacking.js';

const put = (database: PostgresDatabase, key: string) =>
  database.change(sql`INSERT INTO store_settings (key, value) VALUES (${key}, 'x')`);
const keys = async (database: PostgresDatabase) =>
  (await database.query<{ key: string }>(sql`SELECT key FROM store_settings ORDER BY key`)).map(({ key }) => key);

describe.each(POSTGRES_SERVERS)('the shared store on %s', (_name, open) => {
  let server: PostgresUnderTest;
  let database: PostgresDatabase;
  beforeAll(async () => {
    server = await open();
    ({ database } = server);
  });
  beforeEach(() => server.empty());
  afterAll(() => server.drop());

  it('keeps all of a transaction, or nothing', async () => {
    await database.transaction(async () => {
      await put(database, 'a');
      await database.transaction(() => put(database, 'b'));
    });
    const failed = database.transaction(async () => {
      await put(database, 'c');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await keys(database)).toEqual(['a', 'b']);
  });

  it('returns numbers, texts of any script and bytes unchanged', async () => {
    const bytes = new Uint8Array([0, 1, 128, 255]);
    const row = await database.one<{ n: number; text: string; bytes: Uint8Array; none: null }>(
      sql`SELECT 9007199254740991::bigint AS n, ${'가마 🏺 "\\'}::text AS text, ${bytes}::bytea AS bytes, ${null}::text AS none`,
    );
    expect(row).toMatchObject({ n: 9_007_199_254_740_991, text: '가마 🏺 "\\', none: null });
    expect([...(row?.bytes ?? [])]).toEqual([...bytes]);
  });

  it('binds arrays as they are: numbers of any size, none at all, and texts that need quotes', async () => {
    const [numbers, texts] = [
      [1, -2, 2 ** 53 - 1, 1e21, 0.1],
      ['{a,b}', '"\\', '', null],
    ];
    const none: number[] = [];
    const row = await database.one<{ numbers: number[]; none: number[]; texts: (string | null)[] }>(
      sql`SELECT ${numbers}::double precision[] AS numbers, ${none}::bigint[] AS none, ${texts}::text[] AS texts`,
    );
    expect(row).toEqual({ numbers, none, texts });
  });

  it('writes nothing in a snapshot', async () => {
    await expect(database.transaction(() => put(database, 'a'), { snapshot: true })).rejects.toMatchObject({
      code: 'store-unwritable',
    });
  });

  it('refuses a text with NUL as invalid input', async () => {
    await expect(put(database, 'a\0b')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('moves its position once for every unit of work that was kept, and notifies replicas', async () => {
    const heard: string[] = [];
    database.onNotification((payload) => heard.push(payload));
    const units = new PostgresTransaction(database, 'documents');
    await Promise.all(['a', 'b', 'c'].map((key) => units.run(() => put(database, key))));
    await expect(units.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readPosition(database, 'documents')).toBe(3);
    expect(await readPosition(database, 'cases')).toBe(0);
    for (let i = 0; i < 1_000 && heard.length < 3; i++) await delay(10);
    expect(heard).toEqual(['documents 1', 'documents 2', 'documents 3']);
  });

  it('reports that this process is alive, and that another is not', async () => {
    const row = await database.one<{ own: boolean; other: boolean }>(
      sql`SELECT ${database.isAlive('p.own')} AS own, ${database.isAlive('p.other')} AS other
          FROM (VALUES (${database.process}::integer, 0)) AS p (own, other)`,
    );
    expect(row).toEqual({ own: true, other: false });
  });

  it('reverts to an empty schema and migrates again, each step once', async () => {
    await revertPostgres(database, POSTGRES_MIGRATIONS, POSTGRES_MIGRATIONS.length);
    const left = await database.query<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = ${database.schema}`,
    );
    expect(left).toEqual([{ name: 'schema_migrations' }]);
    await migratePostgres(database, POSTGRES_SCHEMA);
    await put(database, 'a');
    await migratePostgres(database, POSTGRES_SCHEMA);
    expect(await keys(database)).toEqual(['a']);
  });

  it('does not start on the schema of a newer program', async () => {
    const older = migratePostgres(database, { migrations: POSTGRES_MIGRATIONS.slice(0, -1) });
    await expect(older).rejects.toThrow(/^DATABASE_URL: a newer version of this program made the schema/);
  });
});

// Specs that need several connections, and a server that keeps running when one of them ends.
describeUnless(SERVER_LACK, 'replicas on a server', () => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.drop());

  it('give positions and row numbers in the order of their commits', async () => {
    const { schema } = server.database;
    const other = await PooledPostgres.open({ ...settingsOfOwnSchema(), schema });
    const seen: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const rows = await server.database.query<{ id: number }>(
          sql`SELECT id FROM document_tombstones WHERE id > ${seen.at(-1) ?? 0} ORDER BY id`,
        );
        seen.push(...rows.map(({ id }) => id));
      }
    })();
    const write = (database: PostgresDatabase) => {
      const units = new PostgresTransaction(database, 'documents');
      const unit = () => units.run(() => database.change(sql`INSERT INTO document_tombstones (document) VALUES (1)`));
      return Promise.all(Array.from({ length: 60 }, unit));
    };
    await Promise.all([write(server.database), write(other)]);
    isOver = true;
    await watching;
    const all = await server.database.query<{ id: number }>(sql`SELECT id FROM document_tombstones ORDER BY id`);
    expect(all).toHaveLength(120);
    expect(seen).toEqual(all.map(({ id }) => id).slice(0, seen.length));
    expect(await readPosition(server.database, 'documents')).toBe(120);
    await other.close();
  });

  it('cancel a statement on the server when its request was cancelled', async () => {
    const controller = new AbortController();
    const waiting = server.database.query(sql`SELECT pg_sleep(9)`, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    const running = () =>
      server.database.query(
        sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(9)%' AND state = 'active'`,
      );
    // The server confirms the cancel before its views show it; without a cancel the statement ends after nine seconds.
    for (let i = 0; i < 200 && (await running()).length > 0; i++) await delay(10);
    expect(await running()).toEqual([]);
  });

  it('end a statement at the limit', async () => {
    const impatient = await PooledPostgres.open({ ...settingsOfOwnSchema(), statementTimeoutMs: 50 });
    await expect(impatient.query(sql`SELECT pg_sleep(9)`)).rejects.toMatchObject({ code: 'store-slow' });
    await impatient.close();
  });

  it('work again after their connections were ended', async () => {
    const { database } = server;
    const pids = await database.query<{ pid: number }>(
      sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'touchstone' AND pid <> pg_backend_pid()
        AND query LIKE ${`%touchstone_${database.schema}%`}`,
    );
    const killed = database.query(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(killed).rejects.toMatchObject({ code: 'store-unreachable' });
    for (const { pid } of pids) await database.query(sql`SELECT pg_terminate_backend(${pid})`);
    expect(await database.one(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
  });

  it('report in one line that there is no server', async () => {
    const nowhere = PooledPostgres.open({ ...settingsOfOwnSchema(), url: 'postgres://127.0.0.1:1/none' });
    await expect(nowhere).rejects.toMatchObject({ code: 'store-unreachable' });
  });

  it('migrate in sequence when they start together', async () => {
    const settings = settingsOfOwnSchema();
    const replicas = await Promise.all([1, 2, 3].map(() => PooledPostgres.open(settings)));
    await Promise.all(replicas.map((replica) => migratePostgres(replica, POSTGRES_SCHEMA)));
    const rows = await replicas[0]?.query(sql`SELECT name FROM schema_migrations`);
    expect(rows).toHaveLength(POSTGRES_MIGRATIONS.length);
    for (const replica of replicas) await replica.close();
    await dropSchema(settings.schema);
  });
});
