import { rmSync } from 'node:fs';
import path from 'node:path';
import { Environment } from '../../../config/environment.js';
import { StoreFile, StoreFolders } from '../../domain/store-files.js';

/** An unused store in memory: the shared store holds all data. */
export const IN_MEMORY = ':memory:';
const MIRROR = 'search-mirror.db';

/** The specification defines the name of the cases' file. */
const NAMES: Readonly<Record<StoreFile, string>> = {
  documents: 'documents.db',
  work: 'work.db',
  access: 'access.db',
  cases: 'cbr_system.db',
};

/** Folder of the cases: CBR_DATA_DIR, otherwise `cbr` in DATA_DIR. */
export function storeFolders({ DATA_DIR, CBR_DATA_DIR }: Environment): StoreFolders {
  const store = path.resolve(DATA_DIR);
  return { store, cases: path.resolve(CBR_DATA_DIR ?? path.join(store, 'cbr')) };
}

/** Returns the path of a file of the store. */
export function storeFile({ store, cases }: StoreFolders, file: StoreFile): string {
  return path.join(file === 'cases' ? cases : store, NAMES[file]);
}

/** Returns the file of an embedded store. With DATABASE_URL there is none, and its connections open an empty store in memory. */
export function embeddedFile(environment: Environment, file: StoreFile): string {
  return environment.DATABASE_URL === undefined ? storeFile(storeFolders(environment), file) : IN_MEMORY;
}

/**
 * Returns the file that searches read: the documents of the embedded store, or with DATABASE_URL a local replica of the shared one. A
 * replica of an earlier start is removed: the database may have been restored since, and a replica must not contain other data.
 */
export function mainFile(environment: Environment): string {
  const folders = storeFolders(environment);
  if (environment.DATABASE_URL === undefined) return storeFile(folders, 'documents');
  const file = path.join(folders.store, MIRROR);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  return file;
}
