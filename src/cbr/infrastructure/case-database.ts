import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { CASE_MIGRATIONS } from '../../../migrations/sqlite/all-migrations.js';
import { Environment } from '../../config/environment.js';
import { Connections } from '../../shared/infrastructure/database/databases.js';
import { storeFile, storeFolders } from '../../shared/infrastructure/database/embedded-file.js';
import { openingFile } from '../../shared/infrastructure/database/open-failure.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { setForeignFileAside } from './adopted-file.js';

/** DI token: the case base's own file. */
export abstract class CaseDatabase extends Connections {}

/** Nothing is written to disk for a case base that is switched off; its routes answer 501, and chat finds no case in it. */
async function openEmpty(): Promise<CaseDatabase> {
  let writer: Database.Database | undefined;
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    migrations: CASE_MIGRATIONS,
    migrationsRun: true,
    prepareDatabase: (db: Database.Database) => {
      writer = db;
    },
  });
  await dataSource.initialize();
  if (writer === undefined) throw new Error('The empty case base was opened without its connection.');
  return {
    file: ':memory:',
    dataSource,
    writer,
    reader: writer,
    log: undefined,
    isReplaced: false,
    timesReplaced: 0,
    checkFile: () => undefined,
    sizeBytes: () => 0,
    close: () => dataSource.destroy(),
  };
}

/** @throws ConfigurationError when the file is damaged or no database, or cannot be written */
export async function openCaseDatabase(environment: Environment): Promise<CaseDatabase> {
  // With DATABASE_URL the cases stand in the shared store.
  if (!environment.CBR_ENABLED || environment.DATABASE_URL !== undefined) return openEmpty();
  const file = storeFile(storeFolders(environment), 'cases');
  await openingFile(file, () => setForeignFileAside(file));
  return SqliteDatabase.open({
    file,
    // An acknowledged case or feedback survives a power cut.
    durability: 'full',
    migrations: CASE_MIGRATIONS,
    entities: [],
  });
}
