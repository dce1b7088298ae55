import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ACCESS_SCHEMA, CASE_SCHEMA, MAIN_SCHEMA, WORK_SCHEMA } from '../../migrations/sqlite/all-migrations.js';
import { PAGE_BYTES_OF_PASSAGES, SqliteDatabase } from '../../src/shared/infrastructure/database/sqlite-database.js';
import { SqliteSchema } from '../../src/shared/infrastructure/database/sqlite-schema.js';

export const SCHEMAS = {
  main: MAIN_SCHEMA,
  work: WORK_SCHEMA,
  access: ACCESS_SCHEMA,
  cases: CASE_SCHEMA,
} satisfies Record<string, SqliteSchema>;

/** A file of the embedded store. */
export type Part = keyof typeof SCHEMAS;

async function migrated(part: Part): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-empty-'));
  const file = path.join(folder, 'empty.db');
  const pages = part === 'main' ? { pageBytes: PAGE_BYTES_OF_PASSAGES } : {};
  try {
    const store = await SqliteDatabase.open({
      file,
      durability: 'normal',
      ...SCHEMAS[part],
      entities: [],
      ...pages,
    });
    // The log is copied back when the last connection closes.
    await store.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Made once in each process that runs specs. */
const made = new Map<Part, Promise<Buffer>>();

/** The random values of each store, which a migration generates. */
function makeOwn(file: string): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.exec('UPDATE agent_id_secret SET secret = randomblob(32); UPDATE store_identity SET name = hex(randomblob(16))');
  db.close();
}

/** Creates an empty store of the newest schema in this folder: a copy, since a migration takes longer than most claims on a store. */
export async function putEmptyStore(part: Part, file: string): Promise<void> {
  const bytes = made.get(part) ?? migrated(part);
  made.set(part, bytes);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await bytes);
  if (part === 'main') makeOwn(file);
}
