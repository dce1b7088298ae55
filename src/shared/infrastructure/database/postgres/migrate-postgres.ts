import { ConfigurationError } from '../../../../config/environment.js';
import { PostgresDatabase } from './postgres-database.js';
import { sql } from './sql.js';

/** One step of the schema, forward and back. */
export interface PostgresMigration {
  /** Begins with its time, which gives the order. */
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

/** How a store gets its tables. */
export interface PostgresSchema {
  /** The schema of a new store, which leaves it as the replaced migrations leave an earlier one. */
  readonly firstSchema?: { readonly sql: string; readonly replaces: readonly PostgresMigration[] };
  /** Every migration, oldest first, the replaced ones too: an earlier store continues from those that it records. */
  readonly migrations: readonly PostgresMigration[];
}

/** PostgreSQL 14. */
const OLDEST = 140_000;
const EXTENSIONS = ['vector', 'pg_trgm'] as const;
/** Any number, the same in every replica. */
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

/** Runs alone among all replicas; everything it does is kept, or nothing. */
async function alone(database: PostgresDatabase, work: () => Promise<void>): Promise<void> {
  await database.transaction(async () => {
    await database.query(sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${database.schema}))`);
    await work();
  });
}

/**
 * Brings the schema to the state that this program knows. Replicas that start together wait for one another.
 * @throws ConfigurationError when the server is too old, an extension is missing, or a newer program made the schema
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

/** Whether the schema is exactly as this program knows it (`current`), older or newer (`other`), or not there (`none`). */
export async function stateOfSchema(
  database: PostgresDatabase,
  all: readonly PostgresMigration[],
): Promise<'none' | 'current' | 'other'> {
  if (!(await database.hasTable('schema_migrations'))) return 'none';
  const done = await applied(database);
  return done.length === all.length && all.every(({ name }) => done.includes(name)) ? 'current' : 'other';
}

/** Takes the newest steps back. @param count how many */
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
