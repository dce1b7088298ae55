import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { POSTGRES_SCHEMA } from '../../migrations/postgres/all-migrations.js';
import { migratePostgres } from '../../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PooledPostgres } from '../../src/shared/infrastructure/database/postgres/pooled-postgres.js';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { PglitePostgres } from './pglite-postgres.js';

/** A real server for the specs; without it they run on PGlite. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? '';

/** Why no spec can run on a real server here; undefined where one can. */
export const SERVER_LACK = TEST_DATABASE_URL === '' ? 'no TEST_DATABASE_URL' : undefined;

/** A store for one file of specs: its tables are emptied between specs, since creating them is slow. */
export interface PostgresUnderTest {
  readonly database: PostgresDatabase;
  empty(): Promise<void>;
  drop(): Promise<void>;
}

const SETTINGS = { poolSize: 5, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000 };

async function emptyTables(database: PostgresDatabase): Promise<void> {
  await database.execute(`DO $$ BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ', ') || ' RESTART IDENTITY'
      FROM pg_tables WHERE schemaname = '${database.schema}' AND tablename NOT IN ('schema_migrations', 'commit_sequence', 'audit_anchor'));
    UPDATE commit_sequence SET position = 0;
    UPDATE audit_anchor SET seq = 0, hash = repeat('0', 64);
  END $$`);
}

const SCHEMA = 'touchstone';

async function dumpOfEmptyTables(): Promise<Blob> {
  const database = await PglitePostgres.open(SCHEMA);
  await migratePostgres(database, POSTGRES_SCHEMA);
  const dump = await database.dump();
  await database.close();
  return dump;
}

/** Made once in each process that runs specs. */
let emptyDump: Promise<Blob> | undefined;

/** PostgreSQL in this process. */
async function openPglite(): Promise<PostgresUnderTest> {
  const database = await PglitePostgres.open(SCHEMA, await (emptyDump ??= dumpOfEmptyTables()));
  return { database, empty: () => emptyTables(database), drop: () => database.close() };
}

/** Settings for a separate schema on the server of TEST_DATABASE_URL. */
export function settingsOfOwnSchema() {
  return { ...SETTINGS, url: TEST_DATABASE_URL, schema: `spec_${randomBytes(6).toString('hex')}` };
}

export async function dropSchema(schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}

/** A separate schema on the server of TEST_DATABASE_URL. */
export async function openServer(): Promise<PostgresUnderTest> {
  const settings = settingsOfOwnSchema();
  const database = await PooledPostgres.open(settings);
  await migratePostgres(database, POSTGRES_SCHEMA);
  return {
    database,
    empty: () => emptyTables(database),
    drop: async () => {
      await database.close();
      await dropSchema(settings.schema);
    },
  };
}

/** The same connections under the number of another process, which holds no lock: a dead one. */
export const asDeadProcess = (database: PostgresDatabase): PostgresDatabase =>
  Object.create(database, { process: { value: database.process - 1 } }) as PostgresDatabase;

/** Name and opener of the PostgreSQL that specs run on: PGlite takes seconds to start, and is used without a server. */
const POSTGRES =
  TEST_DATABASE_URL === '' ? (['PGlite', openPglite] as const) : (['a PostgreSQL server', openServer] as const);

/** For `describe.each`. */
export const POSTGRES_SERVERS: readonly (readonly [string, () => Promise<PostgresUnderTest>])[] = [POSTGRES];

/** A store with empty tables on the server, otherwise on PGlite. */
export const openPostgres = (): Promise<PostgresUnderTest> => POSTGRES[1]();
