import { createHash } from 'node:crypto';
import path from 'node:path';
import { Environment } from '../../../../config/environment.js';

/** How the shared store is reached. Times in milliseconds. */
export interface PostgresSettings {
  readonly url: string;
  readonly schema: string;
  readonly poolSize: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** The value of DATABASE_SCHEMA for a schema of its own for each data folder. */
export const BY_DATA_DIR = 'by-data-dir';
const DIGITS = 16;

function schemaOf({ DATABASE_SCHEMA, DATA_DIR }: Environment): string {
  if (DATABASE_SCHEMA !== BY_DATA_DIR) return DATABASE_SCHEMA;
  const folder = createHash('sha256').update(path.resolve(DATA_DIR)).digest('hex');
  return `touchstone_${folder.slice(0, DIGITS)}`;
}

/** @returns undefined for the embedded store */
export function postgresSettings(environment: Environment): PostgresSettings | undefined {
  if (environment.DATABASE_URL === undefined) return undefined;
  return {
    url: environment.DATABASE_URL,
    schema: schemaOf(environment),
    poolSize: environment.DATABASE_POOL_SIZE,
    connectTimeoutMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
  };
}
