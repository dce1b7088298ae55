import { PostgresDatabase } from './postgres-database.js';

/** Marker table of a schema while a store is being copied into it. No process may use the schema before the copy is complete. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Whether a copy into this schema was started and is not complete. */
export function hasIncompleteMigration(database: PostgresDatabase): Promise<boolean> {
  return database.hasTable(UNFINISHED_COPY);
}
