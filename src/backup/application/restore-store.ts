import { ConflictError } from '../../shared/domain/domain-error.js';
import { BackupFiles } from '../domain/backup-files.js';
import { Manifest } from '../domain/manifest.js';
import { VerifyBackup } from './verify-backup.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** Puts a backup into the folder of a store that is new. */
export class RestoreStore {
  constructor(
    private readonly files: BackupFiles,
    private readonly verify: VerifyBackup,
  ) {}

  /**
   * Never writes over a store: what is there may be all that is left of it.
   * @throws ConflictError when the backup is not whole, when a store stands there already, or when it is in use
   */
  async restore(backup: string, folders: StoreFolders): Promise<Manifest> {
    const { manifest, faults } = await this.verify.verify(backup);
    if (faults.length > 0)
      throw new ConflictError(`The backup is not whole and was not restored: ${faults.join('; ')}.`);
    const there = await this.files.databasesIn(folders);
    if (there.length > 0) {
      const inUse = await this.files.isInUse(folders);
      throw new ConflictError(
        inUse
          ? `The store (${there.join(', ')}) is in use; stop the service, and move the store away or name a new DATA_DIR or DATABASE_SCHEMA.`
          : `There is a store already (${there.join(', ')}); move it away, or name a new DATA_DIR or DATABASE_SCHEMA.`,
      );
    }
    await this.files.place(backup, manifest, folders);
    return manifest;
  }
}
