import { rmSync } from 'node:fs';
import path from 'node:path';
import { Environment } from '../../../config/environment.js';
import { StoreFile, StoreFolders } from '../../domain/store-files.js';

/** A store that nothing is kept in: everything stands in the shared one. */
export const IN_MEMORY = ':memory:';
const MIRROR = 'search-mirror.db';

/** The name of the cases' file is that of the specification. */
const NAMES: Readonly<Record<StoreFile, string>> = {
  documents: 'documents.db',
  work: 'work.db',
  access: 'access.db',
  cases: 'cbr_system.db',
};

/** The cases have a folder of their own: CBR_DATA_DIR, else `cbr` beside the rest. */
export function storeFolders({ DATA_DIR, CBR_DATA_DIR }: Environment): StoreFolders {
  const store = path.resolve(DATA_DIR);
  return { store, cases: path.resolve(CBR_DATA_DIR ?? path.join(store, 'cbr')) };
}

/** Where a file of the store stands. */
export function storeFile({ store, cases }: StoreFolders, file: StoreFile): string {
  return path.join(file === 'cases' ? cases : store, NAMES[file]);
}

/** The file of an embedded store; with DATABASE_URL there is none, and its connections lead to an empty store in memory. */
export function embeddedFile(environment: Environment, file: StoreFile): string {
  return environment.DATABASE_URL === undefined ? storeFile(storeFolders(environment), file) : IN_MEMORY;
}

/**
 * The file that searches read: the documents of the embedded store, or with DATABASE_URL a mirror of the shared one. A mirror that an
 * earlier start left is removed: the database may have been restored since, and a mirror must never hold what it does not.
 */
export function mainFile(environment: Environment): string {
  const folders = storeFolders(environment);
  if (environment.DATABASE_URL === undefined) return storeFile(folders, 'documents');
  const file = path.join(folders.store, MIRROR);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  return file;
}
