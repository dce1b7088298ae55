import type Database from 'better-sqlite3';
import type { MigrationInterface } from 'typeorm';

/** The class of a migration; a database records its name. */
export type SqliteMigration = new () => MigrationInterface;

/** The migrations of a file. */
export interface SqliteSchema {
  /** The schema of a new file. Its result equals that of the migrations that it replaces. */
  readonly firstSchema?: { readonly sql: string; readonly replaces: readonly SqliteMigration[] };
  /** All migrations, oldest first, including the replaced ones: an older file continues after those that it records. */
  readonly migrations: readonly SqliteMigration[];
}

/** The statement with which TypeORM creates its table of migrations. */
const CREATE_RECORD =
  'CREATE TABLE "migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL)';
/** Digits at the end of the name of a migration. */
const TIMESTAMP_DIGITS = 13;

/**
 * Creates the tables of a new file, and records the migrations that its schema replaces. Does nothing to a file that has tables.
 * Processes that open the same new file wait for each other.
 */
export function createFirstSchema(db: Database.Database, { sql, replaces }: NonNullable<SqliteSchema['firstSchema']>) {
  const create = db.transaction(() => {
    if (db.prepare('SELECT 1 FROM sqlite_master').get() !== undefined) return;
    db.exec(sql);
    db.exec(CREATE_RECORD);
    const record = db.prepare('INSERT INTO migrations (timestamp, name) VALUES (?, ?)');
    for (const { name } of replaces) record.run(Number(name.slice(-TIMESTAMP_DIGITS)), name);
  });
  create.immediate();
}
