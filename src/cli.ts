import 'reflect-metadata';
import path from 'node:path';
import dotenv from 'dotenv';
import { VERSION } from './app.module.js';
import { BackUpStore } from './backup/application/back-up-store.js';
import { RestoreStore } from './backup/application/restore-store.js';
import { VerifyBackup } from './backup/application/verify-backup.js';
import { LocalBackupFiles } from './backup/infrastructure/local-backup-files.js';
import { BACKUP_USAGE, runBackupCommand, UsageError } from './backup/interface/backup-command.js';
import { ConfigurationError, readEnvironment } from './config/environment.js';
import { DomainError } from './shared/domain/domain-error.js';
import { SystemClock } from './shared/infrastructure/system-clock.js';

const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words.includes('--help')) {
    console.log(BACKUP_USAGE);
    return words.length === 0 ? NOT_UNDERSTOOD : 0;
  }
  dotenv.config({ quiet: true });
  const environment = readEnvironment(process.env);
  if (environment.DATABASE_URL !== undefined) {
    console.error(
      `DATABASE_URL: the store is in PostgreSQL; copy it with pg_dump --schema=${environment.DATABASE_SCHEMA}.`,
    );
    return REFUSED;
  }
  const store = path.resolve(environment.DATA_DIR);
  const folders = { store, cases: path.resolve(environment.CBR_DATA_DIR ?? path.join(store, 'cbr')) };
  const files = new LocalBackupFiles();
  const verify = new VerifyBackup(files);
  const useCases = {
    backUp: new BackUpStore(files, new SystemClock(), VERSION),
    verify,
    restore: new RestoreStore(files, verify),
  };
  return runBackupCommand(words, folders, useCases, (line) => console.log(line));
}

void main(process.argv.slice(2))
  .catch((error: unknown) => {
    if (error instanceof ConfigurationError) for (const line of error.lines) console.error(line);
    else if (error instanceof UsageError) console.error(`${error.message}\n${BACKUP_USAGE}`);
    else if (error instanceof DomainError) console.error(error.message);
    else console.error(`It did not work: ${error instanceof Error ? error.message : 'the reason is not known'}.`);
    return error instanceof DomainError ? REFUSED : NOT_UNDERSTOOD;
  })
  .then((code) => process.exit(code));
