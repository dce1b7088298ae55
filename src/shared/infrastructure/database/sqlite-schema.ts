import type Database from 'better-sqlite3';
import type { MigrationInterface } from 'typeorm';

/** The class of a migration; a database records its name. */
export type SqliteMigration = new () => MigrationInterface;

/** How a file gets its tables. */
export interface SqliteSchema {
  /** The schema of a new file, which leaves it as the replaced migrations leave an earlier one. */
  readonly firstSchema?: { readonly sql: string; readonly replaces: readonly SqliteMigration[] };
  /** Every migration, oldest first, the replaced ones too: an earlier file continues from those that it records. */
  readonly migrations: readonly SqliteMigration[];
}

/** As TypeORM creates its table of migrations. */
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
