import { Logger } from '@nestjs/common';
import { Environment } from '../../../config/environment.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';

/** Where the searches of this process run. */
export class SearchBackend {
  constructor(readonly isInDatabase: boolean) {}
}

/**
 * By the settings. `auto` uses the in-memory index up to SEARCH_MEMORY_CHUNKS passages, since it is faster, and the
 * database above. The choice is made at the start.
 */
export async function chooseSearchBackend(
  { SEARCH_STORE, SEARCH_MEMORY_CHUNKS }: Environment,
  database: PostgresDatabase | undefined,
): Promise<SearchBackend> {
  if (database === undefined || SEARCH_STORE === 'memory') return new SearchBackend(false);
  if (SEARCH_STORE === 'database') return new SearchBackend(true);
  // Counts only up to the limit.
  const row = await database.one<{ n: number }>(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM search_chunks LIMIT ${SEARCH_MEMORY_CHUNKS + 1}) AS c`,
  );
  const isInDatabase = (row?.n ?? 0) > SEARCH_MEMORY_CHUNKS;
  if (isInDatabase)
    new Logger('search').log(
      `The store holds more than SEARCH_MEMORY_CHUNKS=${SEARCH_MEMORY_CHUNKS} passages: searches run in the database.`,
    );
  return new SearchBackend(isInDatabase);
}
