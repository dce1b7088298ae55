import { Manifest } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

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
