import { Found, Manifest } from './manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** The store in use, and backups of it, as files. */
export abstract class BackupFiles {
  /** Whether something stands at this place already. */
  abstract exists(folder: string): Promise<boolean>;
  /** Databases that hold data of a store already; empty for a new one. */
  abstract databasesIn(folders: StoreFolders): Promise<readonly string[]>;
  /** Whether a program has one of the databases open. */
  abstract isInUse(folders: StoreFolders): Promise<boolean>;
  /**
   * Copies a store, which may be in use, to a new folder: each database as it stands at one moment, other files as they are found.
   * The folder gets its name when it is complete and on the disk.
   * @param describe makes the manifest of what was copied
   */
  abstract copy(folders: StoreFolders, target: string, describe: (found: Found) => Manifest): Promise<Manifest>;
  /** @throws DomainError when there is no manifest, or one that cannot be read */
  abstract manifest(backup: string): Promise<Manifest>;
  /** Reads the backup through: sizes, digests, rows, and what the databases say of themselves. */
  abstract inspect(backup: string): Promise<Found>;
  /** Puts the files of a backup into the folders of a store, each in one step. */
  abstract place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void>;
}
