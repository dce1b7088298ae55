import { Clock } from '../../shared/domain/clock.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { BackupFiles } from '../domain/backup-files.js';
import { faultsOf, Manifest } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';

/** Copies the store while the service runs. */
export class BackUpStore {
  constructor(
    private readonly files: BackupFiles,
    private readonly clock: Clock,
    private readonly program: string,
  ) {}

  /**
   * The backup contains every write that was acknowledged before the call. The files of the embedded store are copied
   * one after the other: each is consistent, but a concurrent write may be in one and not yet in another.
   * @param target a folder that does not exist
   * @throws ConflictError if it exists, if there is no store to copy, or if the copy does not match its manifest
   */
  async backUp(folders: StoreFolders, target: string): Promise<Manifest> {
    if (await this.files.exists(target))
      throw new ConflictError(`${target} exists already; name a folder that does not exist.`);
    if ((await this.files.databasesIn(folders)).length === 0)
      throw new ConflictError(
        `There is no store in ${folders.store}; set DATA_DIR, or DATABASE_URL and DATABASE_SCHEMA, to those of the service.`,
      );
    const createdAt = this.clock.now().toISOString();
    const manifest = await this.files.copy(folders, target, (found) => ({
      format: 1,
      program: this.program,
      created_at: createdAt,
      files: found.files,
      tables: found.tables,
    }));
    const faults = faultsOf(manifest, await this.files.inspect(target));
    if (faults.length > 0) throw new ConflictError(`The copy is not sound and must not be kept: ${faults.join('; ')}.`);
    return manifest;
  }
}
