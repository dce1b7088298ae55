import { PostgresDatabase } from './postgres-database.js';

/** Table of a schema into which a store is being copied, until the copy is whole: nobody may use it before. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Whether a copy into this schema was begun and is not whole. */
export function hasIncompleteMigration(database: PostgresDatabase): Promise<boolean> {
  return database.hasTable(UNFINISHED_COPY);
}
