import { Found, Manifest } from './manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** Files of the store in use and of its backups. */
export abstract class BackupFiles {
  /** Whether the path exists. */
  abstract exists(folder: string): Promise<boolean>;
  /** Databases that already contain data of a store; empty for a new store. */
  abstract databasesIn(folders: StoreFolders): Promise<readonly string[]>;
  /** Whether a program has one of the databases open. */
  abstract isInUse(folders: StoreFolders): Promise<boolean>;
  /**
   * Copies a store, which may be in use, to a new folder: each database as a consistent snapshot, other files as they
   * are. The folder gets its name after it is complete and flushed to disk.
   * @param describe creates the manifest of the copied files
   */
  abstract copy(folders: StoreFolders, target: string, describe: (found: Found) => Manifest): Promise<Manifest>;
  /** @throws DomainError if there is no readable manifest */
  abstract manifest(backup: string): Promise<Manifest>;
  /** Verifies the backup: sizes, digests, row counts, and the integrity checks of the databases. */
  abstract inspect(backup: string): Promise<Found>;
  /** Moves the files of a backup into the folders of a store, each atomically. */
  abstract place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void>;
}

/** The databases of a store, by their names in a backup. */
const DATABASES: readonly string[] = ['store/documents.db', 'store/work.db', 'store/access.db', 'cases/cbr_system.db'];

/** Reports of test sessions and the improvement plan. */
const OUTPUT = 'store/output/';

/**
 * Whether a file belongs to a backup. This is an allow list, also for restores: configuration, models, the search
 * index's snapshot and other files of DATA_DIR change the behaviour of the program, and a foreign backup must not.
 * @param name relative to the folder of the backup, with `/`
 */
export function isKept(name: string): boolean {
  return DATABASES.includes(name) || name.startsWith(OUTPUT);
}
