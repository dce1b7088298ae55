import { rmSync } from 'node:fs';
import path from 'node:path';
import { Environment } from '../../../config/environment.js';

/** A store that nothing is kept in: everything stands in the shared one. */
export const IN_MEMORY = ':memory:';
const MIRROR = 'search-mirror.db';

/** The file of an embedded store; with DATABASE_URL there is none, and its connections lead to an empty store in memory. */
export function embeddedFile({ DATABASE_URL, DATA_DIR }: Environment, name: string): string {
  return DATABASE_URL === undefined ? path.resolve(DATA_DIR, name) : IN_MEMORY;
}

/**
 * The file that searches read: the documents of the embedded store, or with DATABASE_URL a mirror of the shared one. A mirror that an
 * earlier start left is removed: the database may have been restored since, and a mirror must never hold what it does not.
 */
export function mainFile({ DATABASE_URL, DATA_DIR }: Environment): string {
  if (DATABASE_URL === undefined) return path.resolve(DATA_DIR, 'documents.db');
  const file = path.resolve(DATA_DIR, MIRROR);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  return file;
}
