import { BackUpStore } from '../application/back-up-store.js';
import { RestoreStore, VerifyBackup } from '../application/restore-store.js';
import { Manifest } from '../domain/manifest.js';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { isKept } from '../domain/backup-files.js';

export const BACKUP_USAGE = `npx touchstone backup FOLDER    copies the store to a new folder, while the service runs
npx touchstone verify FOLDER    reads a backup through: digests, rows, soundness of each database
npx touchstone restore FOLDER   puts a backup into DATA_DIR (or DATABASE_SCHEMA), which must hold no store
Settings are those of the service (DATA_DIR, CBR_DATA_DIR, DATABASE_URL, DATABASE_SCHEMA; .env is read). Exit code: 0 done, 1 refused or not whole, 2 not understood.`;

/** An invalid command line; the message contains the usage. */
export class UsageError extends Error {}

export interface BackupUseCases {
  readonly backUp: BackUpStore;
  readonly verify: VerifyBackup;
  readonly restore: RestoreStore;
}

const megabytes = (manifest: Manifest): string =>
  (manifest.files.reduce((sum, file) => sum + file.bytes, 0) / 1_048_576).toFixed(1);

function summary(what: string, manifest: Manifest): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${what}: ${manifest.files.length} files, ${megabytes(manifest)} MB, ${rows} rows, made ${manifest.created_at} by version ${manifest.program}`;
}

/**
 * @param words arguments after the program's name
 * @param say prints a line
 * @returns the exit code
 * @throws UsageError @throws DomainError if the command is refused
 */
export async function runBackupCommand(
  words: readonly string[],
  folders: StoreFolders,
  { backUp, verify, restore }: BackupUseCases,
  say: (line: string) => void,
): Promise<number> {
  const [command, folder, ...more] = words;
  if (folder === undefined || more.length > 0) throw new UsageError('Name the command and one folder.');
  if (command === 'backup') say(summary(`Copied to ${folder}`, await backUp.backUp(folders, folder)));
  else if (command === 'restore') {
    const manifest = await restore.restore(folder, folders);
    const skipped = manifest.files.filter((file) => !isKept(file.path));
    for (const file of skipped) say(`not restored: ${file.path} is not part of a store`);
    const files = manifest.files.filter((file) => isKept(file.path));
    say(summary(`Restored to ${folders.store}`, { ...manifest, files }));
  } else if (command === 'verify') {
    const { manifest, faults } = await verify.verify(folder);
    for (const fault of faults) say(`not whole: ${fault}`);
    say(summary(faults.length === 0 ? 'Whole' : `${faults.length} faults`, manifest));
    return faults.length === 0 ? 0 : 1;
  } else throw new UsageError(`Unknown command '${command ?? ''}'.`);
  return 0;
}
