import 'reflect-metadata';
import dotenv from 'dotenv';
import { VERSION } from './app.module.js';
import { BackUpStore } from './backup/application/back-up-store.js';
import { MigrateStore, CopyStore } from './backup/application/migrate-store.js';
import { RestoreStore, VerifyBackup } from './backup/application/restore-store.js';
import { ConfiguredMigrationStores } from './backup/infrastructure/configured-migration-stores.js';
import { LocalBackupFiles } from './backup/infrastructure/local-backup-files.js';
import { SharedDatabases } from './backup/infrastructure/shared-databases.js';
import { StoreDatabases, FileDatabases } from './backup/infrastructure/store-databases.js';
import { BACKUP_USAGE, BackupUseCases, runBackupCommand, UsageError } from './backup/interface/backup-command.js';
import { MIGRATE_USAGE, runMigrateCommand } from './backup/interface/migrate-command.js';
import { SYNC_USAGE, SyncUsageError } from './documents/sources/interface/sync-options.js';
import { SyncRefused } from './documents/sources/interface/sync-over-http.js';
import { ConfigurationError, Environment, readEnvironment } from './config/environment.js';
import { DomainError } from './shared/domain/domain-error.js';
import { storeFolders } from './shared/infrastructure/database/embedded-file.js';
import { PostgresSettings, postgresSettings } from './shared/infrastructure/database/postgres/postgres-settings.js';
import { writePrivately } from './shared/infrastructure/private-files.js';
import { SystemClock } from './shared/infrastructure/clock-and-ids.js';
import { StoreFolders } from './shared/domain/store-files.js';

const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

function say(line: string): void {
  console.log(line);
}

function migrationBetween(folders: StoreFolders, settings: PostgresSettings): MigrateStore {
  return new MigrateStore(new ConfiguredMigrationStores(folders, settings), new CopyStore());
}

function backupsOf(databases: StoreDatabases, environment: Environment): BackupUseCases {
  const files = new LocalBackupFiles(databases);
  const verify = new VerifyBackup(files);
  return {
    backUp: new BackUpStore(files, new SystemClock(environment), VERSION),
    verify,
    restore: new RestoreStore(files, verify),
  };
}

async function main(words: readonly string[]): Promise<number> {
  writePrivately();
  if (words.length === 0 || words.includes('--help')) {
    console.log(`${SYNC_USAGE}\n\n${BACKUP_USAGE}\n${MIGRATE_USAGE}`);
    return words.length === 0 ? NOT_UNDERSTOOD : 0;
  }
  dotenv.config({ quiet: true });
  const environment = readEnvironment(process.env);
  const folders = storeFolders(environment);
  const settings = postgresSettings(environment);
  const [command, ...rest] = words;
  // The whole server may be in it, which the other commands do without.
  if (command === 'sync') return (await import('./sync.js')).sync(rest, environment);
  if (command === 'migrate-store') {
    if (settings === undefined) throw new ConfigurationError(['DATABASE_URL: migrate-store needs it']);
    await runMigrateCommand(rest, migrationBetween(folders, settings), say);
    return 0;
  }
  const databases = settings === undefined ? new FileDatabases() : new SharedDatabases(settings, new CopyStore());
  return runBackupCommand(words, folders, backupsOf(databases, environment), say);
}

void main(process.argv.slice(2))
  .catch((error: unknown) => {
    if (error instanceof ConfigurationError) for (const line of error.lines) console.error(line);
    else if (error instanceof UsageError) console.error(`${error.message}\n${BACKUP_USAGE}\n${MIGRATE_USAGE}`);
    else if (error instanceof SyncUsageError) console.error(`${error.message}\n${SYNC_USAGE}`);
    else if (error instanceof DomainError || error instanceof SyncRefused) console.error(error.message);
    else console.error(`It did not work: ${error instanceof Error ? error.message : 'the reason is not known'}.`);
    return error instanceof DomainError ? REFUSED : NOT_UNDERSTOOD;
  })
  .then((code) => process.exit(code));
