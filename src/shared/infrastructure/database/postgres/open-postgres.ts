import { POSTGRES_SCHEMA } from '../../../../../migrations/postgres/all-migrations.js';
import { ConfigurationError, Environment } from '../../../../config/environment.js';
import { ConflictError, DomainError } from '../../../domain/domain-error.js';
import { migratePostgres } from './migrate-postgres.js';
import { PooledPostgres } from './pooled-postgres.js';
import { PostgresDatabase } from './postgres-database.js';
import { postgresSettings, standbySettings } from './postgres-settings.js';
import { ReadServers } from './read-servers.js';

/** Marker table of a schema while a store is being copied into it. No process may use the schema before the copy is complete. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Whether a copy into this schema was started and is not complete. */
export function hasIncompleteMigration(database: PostgresDatabase): Promise<boolean> {
  return database.hasTable(UNFINISHED_COPY);
}

/** Rejects an incomplete store: it must not be read or written. */
async function refuseIncompleteMigration(database: PostgresDatabase): Promise<void> {
  if (!(await hasIncompleteMigration(database))) return;
  await database.close();
  throw new ConfigurationError([
    `DATABASE_URL: a store was being copied into the schema ${database.schema} and is not complete; run the same command again, or drop the schema`,
  ]);
}

/**
 * Connects to the shared store and migrates its schema.
 * @returns undefined if DATABASE_URL is not set
 * @throws ConfigurationError that names what to change
 */
export async function openPostgres(environment: Environment): Promise<PostgresDatabase | undefined> {
  const settings = postgresSettings(environment);
  if (settings === undefined) return undefined;
  try {
    const database = await PooledPostgres.open(settings);
    await migratePostgres(database, POSTGRES_SCHEMA);
    await refuseIncompleteMigration(database);
    return database;
  } catch (error) {
    if (error instanceof ConfigurationError || !(error instanceof Error)) throw error;
    if (error instanceof ConflictError) throw new ConfigurationError([`DATABASE_URL: ${error.message}`]);
    const reason = error instanceof DomainError ? 'the database cannot be reached' : error.message;
    throw new ConfigurationError([`DATABASE_URL: ${reason}; check the address, the user and the rights of the user`]);
  }
}

/** Returns the servers that searches read. Standbys may be unavailable at the start. @returns undefined for the embedded store */
export function openReadServers(
  environment: Environment,
  primary: PostgresDatabase | undefined,
): ReadServers | undefined {
  if (primary === undefined) return undefined;
  const standbys = [...standbySettings(environment)].map(([name, settings]): [string, PostgresDatabase] => [
    name,
    PooledPostgres.standby(settings),
  ]);
  return new ReadServers(primary, new Map(standbys));
}
