import { ConflictError } from '../../shared/domain/domain-error.js';
import { BackupFiles } from '../domain/backup-files.js';
import { Manifest, faultsOf } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** Verifies a backup and reports its faults. */
export class VerifyBackup {
  constructor(private readonly files: BackupFiles) {}

  /** @throws DomainError if the folder is not a backup */
  async verify(backup: string): Promise<{ readonly manifest: Manifest; readonly faults: readonly string[] }> {
    const manifest = await this.files.manifest(backup);
    return { manifest, faults: faultsOf(manifest, await this.files.inspect(backup)) };
  }
}

/** Restores a backup into the folder of a new store. */
export class RestoreStore {
  constructor(
    private readonly files: BackupFiles,
    private readonly verify: VerifyBackup,
  ) {}

  /**
   * Never overwrites a store: its files may be the last copy.
   * @throws ConflictError if the backup is damaged, if a store already exists, or if it is in use
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
