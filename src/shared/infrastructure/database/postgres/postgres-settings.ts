import { createHash } from 'node:crypto';
import path from 'node:path';
import { Environment } from '../../../../config/environment.js';

/** Connection settings of the shared store. Times in milliseconds. */
export interface PostgresSettings {
  readonly url: string;
  readonly schema: string;
  readonly poolSize: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** Time without a response after which a connection counts as lost; undefined for the limit of a statement. */
  readonly answerTimeoutMs?: number;
}

/** The value of DATABASE_SCHEMA for a separate schema per data folder. */
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

/** Time limits of a standby: a slower one is skipped for an interval, since the primary can answer. */
const STANDBY_CONNECT_MS = 500;
const STANDBY_ANSWER_MS = 1_000;

/** Returns the standbys for reads by their names for logs: host and port, without credentials. */
export function standbySettings(environment: Environment): ReadonlyMap<string, PostgresSettings> {
  const primary = postgresSettings(environment);
  if (primary === undefined) return new Map();
  return new Map(
    environment.DATABASE_READ_URLS.map((url) => [
      new URL(url).host,
      {
        ...primary,
        url,
        connectTimeoutMs: Math.min(primary.connectTimeoutMs, STANDBY_CONNECT_MS),
        answerTimeoutMs: STANDBY_ANSWER_MS,
      },
    ]),
  );
}
