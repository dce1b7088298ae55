import { CASE_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { Environment } from '../../config/environment.js';
import { Connections } from '../../shared/infrastructure/database/databases.js';
import { IN_MEMORY, storeFile, storeFolders } from '../../shared/infrastructure/database/embedded-file.js';
import { openingFile } from '../../shared/infrastructure/database/open-failure.js';
import { SqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { setForeignFileAside } from './adopted-file.js';

/** DI token: the case base's own file. */
export abstract class CaseDatabase extends Connections {}

/** DI token: the tables of the case base, in its file or in the shared store. */
export abstract class CaseSqlStore extends SqlStore {}

/** @throws ConfigurationError if the file is damaged, not a database, or not writable */
export async function openCaseDatabase(environment: Environment): Promise<CaseDatabase> {
  // With DATABASE_URL the cases are in the shared store. A disabled case base writes nothing to the disk.
  if (!environment.CBR_ENABLED || environment.DATABASE_URL !== undefined)
    return SqliteDatabase.open({ file: IN_MEMORY, durability: 'normal', ...CASE_SCHEMA, entities: [] });
  const file = storeFile(storeFolders(environment), 'cases');
  await openingFile(file, () => setForeignFileAside(file));
  return SqliteDatabase.open({
    file,
    // An acknowledged case or feedback survives a power failure.
    durability: 'full',
    ...CASE_SCHEMA,
    entities: [],
  });
}
