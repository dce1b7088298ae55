import { BackupFiles } from '../domain/backup-files.js';
import { faultsOf, Manifest } from '../domain/manifest.js';

/** Reads a backup through and says in what it is not whole. */
export class VerifyBackup {
  constructor(private readonly files: BackupFiles) {}

  /** @throws DomainError when the folder is no backup */
  async verify(backup: string): Promise<{ readonly manifest: Manifest; readonly faults: readonly string[] }> {
    const manifest = await this.files.manifest(backup);
    return { manifest, faults: faultsOf(manifest, await this.files.inspect(backup)) };
  }
}
