import { BackupFiles } from '../domain/backup-files.js';
import { faultsOf, Manifest } from '../domain/manifest.js';

/** Verifies a backup and reports its faults. */
export class VerifyBackup {
  constructor(private readonly files: BackupFiles) {}

  /** @throws DomainError if the folder is not a backup */
  async verify(backup: string): Promise<{ readonly manifest: Manifest; readonly faults: readonly string[] }> {
    const manifest = await this.files.manifest(backup);
    return { manifest, faults: faultsOf(manifest, await this.files.inspect(backup)) };
  }
}
