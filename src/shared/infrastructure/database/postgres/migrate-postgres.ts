import { ConfigurationError } from '../../../../config/environment.js';
import { PostgresDatabase } from './postgres-database.js';
import { sql } from './sql.js';

/** One migration of the schema, up and down. */
export interface PostgresMigration {
  /** Starts with its time, which determines the order. */
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

/** The migrations of a store. */
export interface PostgresSchema {
  /** The schema of a new store. Its result equals that of the migrations that it replaces. */
  readonly firstSchema?: { readonly sql: string; readonly replaces: readonly PostgresMigration[] };
  /** All migrations, oldest first, including the replaced ones: an older store continues after those that it records. */
  readonly migrations: readonly PostgresMigration[];
}

/** PostgreSQL 14. */
const OLDEST = 140_000;
const EXTENSIONS = ['vector', 'pg_trgm'] as const;
/** Arbitrary number, equal in every replica. */
const LOCK = 7_046_029;

function refusal(what: string): ConfigurationError {
  return new ConfigurationError([`DATABASE_URL: ${what}`]);
}

async function checkServer(database: PostgresDatabase): Promise<void> {
  const server = await database.one<{ version: string; encoding: string }>(
    sql`SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  if (Number(server?.version) < OLDEST) throw refusal('the server is too old; use PostgreSQL 14 or newer');
  if (server?.encoding !== 'UTF8')
    throw refusal(
      `the database keeps texts in ${server?.encoding ?? 'an unknown encoding'}; use one made with ENCODING UTF8`,
    );
}

/** @throws ConfigurationError that says what an administrator has to run */
async function ensureExtension(database: PostgresDatabase, name: (typeof EXTENSIONS)[number]): Promise<void> {
  const known = await database.one(sql`SELECT 1 FROM pg_extension WHERE extname = ${name}`);
  if (known !== undefined) return;
  try {
    await database.execute(`CREATE EXTENSION IF NOT EXISTS ${name} SCHEMA public`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(
      `the extension ${name} is missing and could not be made (${reason}); install it on the server, then run in this database as a superuser: CREATE EXTENSION ${name} SCHEMA public`,
    );
  }
}

async function applied(database: PostgresDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>(sql`SELECT name FROM schema_migrations ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** Runs exclusively among all replicas, in one transaction. */
async function alone(database: PostgresDatabase, work: () => Promise<void>): Promise<void> {
  await database.transaction(async () => {
    await database.query(sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${database.schema}))`);
    await work();
  });
}

/**
 * Migrates the schema to the version of this program. Replicas that start together wait for each other.
 * @throws ConfigurationError if the server is too old, an extension is missing, or a newer program created the schema
 */
export async function migratePostgres(
  database: PostgresDatabase,
  { firstSchema, migrations }: PostgresSchema,
): Promise<void> {
  await checkServer(database);
  await database.transaction(async () => {
    await database.query(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    for (const extension of EXTENSIONS) await ensureExtension(database, extension);
  });
  await alone(database, async () => {
    await database.execute(`CREATE SCHEMA IF NOT EXISTS "${database.schema}";
      CREATE TABLE IF NOT EXISTS "${database.schema}".schema_migrations (
        name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
    const done = new Set(await applied(database));
    const known = new Set(migrations.map(({ name }) => name));
    const foreign = [...done].filter((name) => !known.has(name));
    if (foreign.length > 0)
      throw refusal(
        `a newer version of this program made the schema (${foreign.join(', ')}); start that one, or restore a backup`,
      );
    const record = async ({ name }: PostgresMigration): Promise<void> => {
      await database.change(sql`INSERT INTO schema_migrations (name) VALUES (${name})`);
      done.add(name);
    };
    if (done.size === 0 && firstSchema !== undefined) {
      await database.execute(firstSchema.sql);
      for (const replaced of firstSchema.replaces) await record(replaced);
    }
    for (const migration of migrations) {
      if (done.has(migration.name)) continue;
      await database.execute(migration.up);
      await record(migration);
    }
  });
}

/** Whether the schema has the version of this program (`current`), is older or newer (`other`), or does not exist (`none`). */
export async function stateOfSchema(
  database: PostgresDatabase,
  all: readonly PostgresMigration[],
): Promise<'none' | 'current' | 'other'> {
  if (!(await database.hasTable('schema_migrations'))) return 'none';
  const done = await applied(database);
  return done.length === all.length && all.every(({ name }) => done.includes(name)) ? 'current' : 'other';
}

/** Reverts the newest migrations. @param count number of migrations */
export async function revertPostgres(
  database: PostgresDatabase,
  all: readonly PostgresMigration[],
  count: number,
): Promise<void> {
  await alone(database, async () => {
    const done = new Set((await applied(database)).slice(-count));
    for (const { name, down } of [...all].reverse()) {
      if (!done.has(name)) continue;
      await database.execute(down);
      await database.change(sql`DELETE FROM schema_migrations WHERE name = ${name}`);
    }
  });
}
