import { statSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, Environment } from '../../../config/environment.js';
import { storeTrouble } from '../../domain/store-fault.js';
import { STORE_FILES } from '../../domain/store-files.js';
import { storeFile, storeFolders } from './embedded-file.js';

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Explains why a database file could not be opened, and what to do. The reader of the message may not know the files.
 * @returns the error itself if its code is unknown
 */
export function openFailure(error: unknown, file: string): unknown {
  const code = codeOf(error);
  const trouble = storeTrouble(error);
  const [name, folder] = [path.basename(file), path.dirname(file)];
  if (trouble === 'damaged')
    return new ConfigurationError([
      `DATA_DIR: ${name} in ${folder} is damaged or no database (${code}); put a backup back with npx touchstone restore, or move the file away to start with an empty one`,
    ]);
  if (trouble === 'unwritable' || trouble === 'forbidden')
    return new ConfigurationError([
      `DATA_DIR: ${folder} cannot be read and written (${code} for ${name}); give the user of the server the right to, or set DATA_DIR to another folder`,
    ]);
  if (trouble === 'full')
    return new ConfigurationError([`DATA_DIR: the disk of ${folder} is full (${code}); free space, then start again`]);
  return error;
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

/**
 * Rejects empty database files. SQLite treats an empty file as a new database, so a store with a lost file would start without its
 * documents or its keys. A file is new only if all files are. A log with an empty file means that the log was never copied back.
 * @throws ConfigurationError that names each such file
 */
export function refuseEmptiedFiles(environment: Environment): void {
  if (environment.DATABASE_URL !== undefined) return;
  const folders = storeFolders(environment);
  const files = STORE_FILES.map((file) => storeFile(folders, file));
  if (files.every((file) => (sizeOf(file) ?? 0) === 0)) return;
  const emptied = files.filter((file) => sizeOf(file) === 0 && (sizeOf(`${file}-wal`) ?? 0) === 0);
  if (emptied.length > 0)
    throw new ConfigurationError(
      emptied.map(
        (file) =>
          `DATA_DIR: ${path.basename(file)} in ${path.dirname(file)} is empty though the rest of the store is not; put a backup back with npx touchstone restore, or remove the file to start without what it held`,
      ),
    );
}

/** Runs the work; an error that a user can correct becomes a ConfigurationError. @throws ConfigurationError */
export async function openingFile<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw openFailure(error, file);
  }
}
