import { Manifest } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** The databases of a store, wherever they are kept. In a backup they are always files, so that any store can be made of any backup. */
export abstract class StoreDatabases {
  /** What holds data already, for people; empty for a new store. */
  abstract found(folders: StoreFolders): Promise<readonly string[]>;
  /** Whether another program uses the store. */
  abstract isInUse(folders: StoreFolders): Promise<boolean>;
  /** @param target name that the backup will have @param unfinished folder that it is being written to */
  abstract copy(folders: StoreFolders, target: string, unfinished: string): Promise<void>;
  /** Puts the databases of a backup in service. */
  abstract place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void>;
}
