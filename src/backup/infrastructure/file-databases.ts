import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Manifest } from '../domain/manifest.js';
import { isOpenElsewhere, snapshot } from './sqlite-snapshot.js';
import { StoreDatabases } from './store-databases.js';
import { DATABASE, dataOf, flush, placeFile, StoreFileName } from './store-files.js';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { isKept } from '../domain/backup-files.js';

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
