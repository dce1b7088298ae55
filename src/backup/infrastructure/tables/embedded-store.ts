import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ACCESS_SCHEMA, CASE_SCHEMA, MAIN_SCHEMA, WORK_SCHEMA } from '../../../../migrations/sqlite/all-migrations.js';
import { IN_MEMORY, storeFile } from '../../../shared/infrastructure/database/embedded-file.js';
import { PAGE_BYTES_OF_PASSAGES, SqliteDatabase } from '../../../shared/infrastructure/database/sqlite-database.js';
import { SqliteSchema } from '../../../shared/infrastructure/database/sqlite-schema.js';
import { STORE_FILES, StoreFile, StoreFolders } from '../../../shared/domain/store-files.js';

/** The schema of each file of an embedded store. */
export const SCHEMAS: Readonly<Record<StoreFile, SqliteSchema>> = {
  documents: MAIN_SCHEMA,
  work: WORK_SCHEMA,
  access: ACCESS_SCHEMA,
  cases: CASE_SCHEMA,
};

/**
 * CBR_DATA_DIR may contain the file of the specification's own program under our name; the service imports its cases at
 * startup.
 */
function isOurs(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() !== undefined;
  } finally {
    db.close();
  }
}

/** The open files of an embedded store, migrated to the current schema. */
export class EmbeddedStore {
  private constructor(private readonly databases: ReadonlyMap<StoreFile, SqliteDatabase>) {}

  /** A store to read from: a missing file counts as empty and is not created. */
  static open(folders: StoreFolders): Promise<EmbeddedStore> {
    return EmbeddedStore.openAll((file) => {
      const place = storeFile(folders, file);
      return existsSync(place) && isOurs(place) ? place : IN_MEMORY;
    });
  }

  /** @param placeOf returns the absolute path of each file */
  static async openAll(placeOf: (file: StoreFile) => string): Promise<EmbeddedStore> {
    const databases = new Map<StoreFile, SqliteDatabase>();
    for (const file of STORE_FILES)
      databases.set(
        file,
        await SqliteDatabase.open({
          file: placeOf(file),
          durability: 'normal',
          ...(file === 'documents' ? { pageBytes: PAGE_BYTES_OF_PASSAGES } : {}),
          ...SCHEMAS[file],
          entities: [],
        }),
      );
    return new EmbeddedStore(databases);
  }

  /** The writing connection, which also reads. */
  readonly connectionOf = (file: StoreFile): Database.Database => {
    const database = this.databases.get(file);
    if (database === undefined) throw new Error(`The file ${file} of the store is not open.`);
    return database.writer;
  };

  async close(): Promise<void> {
    for (const database of this.databases.values()) await database.close();
  }
}
