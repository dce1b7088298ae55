import { PostgresDatabase } from './postgres-database.js';
import { sql } from './sql.js';

/** Table of a schema into which a store is being copied, until the copy is whole: nobody may use it before. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Whether a copy into this schema was begun and is not whole. */
export async function hasUnfinishedCopy(database: PostgresDatabase): Promise<boolean> {
  const table = `${database.schema}.${UNFINISHED_COPY}`;
  const found = await database.one<{ name: string | null }>(sql`SELECT to_regclass(${table})::text AS name`);
  return typeof found?.name === 'string';
}
