import { Manifest } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isOpenElsewhere, snapshot } from './sqlite-snapshot.js';
import { DATABASE, dataOf, flush, placeFile, StoreFileName } from './store-files.js';
import { isKept } from '../domain/backup-files.js';

/**
 * The databases of a store, embedded or shared. In a backup they are always files, so that any store can be restored
 * from any backup.
 */
export abstract class StoreDatabases {
  /** Databases that already contain data, for messages; empty for a new store. */
  abstract found(folders: StoreFolders): Promise<readonly string[]>;
  /** Whether another program uses the store. */
  abstract isInUse(folders: StoreFolders): Promise<boolean>;
  /** @param target final name of the backup @param unfinished folder that is being written */
  abstract copy(folders: StoreFolders, target: string, unfinished: string): Promise<void>;
  /** Activates the databases of a backup. */
  abstract place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void>;
}

async function databasesOf(folders: StoreFolders, except?: string): Promise<StoreFileName[]> {
  return (await dataOf(folders, except)).filter(({ name }) => DATABASE.test(name));
}

/** The files of the embedded store. */
export class FileDatabases extends StoreDatabases {
  async found(folders: StoreFolders): Promise<readonly string[]> {
    return (await databasesOf(folders)).map(({ name }) => name);
  }

  async isInUse(folders: StoreFolders): Promise<boolean> {
    return (await databasesOf(folders)).some(({ file }) => isOpenElsewhere(file));
  }

  /** Consistent snapshot of each database; a service may be writing to it. */
  async copy(folders: StoreFolders, target: string, unfinished: string): Promise<void> {
    for (const { name, file } of await databasesOf(folders, target)) {
      const copy = path.join(unfinished, name);
      await mkdir(path.dirname(copy), { recursive: true });
      await snapshot(file, copy);
      await flush(copy);
    }
  }

  async place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void> {
    for (const { path: name } of manifest.files)
      if (isKept(name) && DATABASE.test(name)) await placeFile(backup, name, folders);
  }
}
