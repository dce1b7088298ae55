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
  /** How long a server may be silent before its connection counts as lost; undefined for as long as a statement may take. */
  readonly answerTimeoutMs?: number;
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

/** A standby that takes longer is left out for a while: the primary can answer. */
const STANDBY_CONNECT_MS = 500;
const STANDBY_ANSWER_MS = 1_000;

/** The standbys that may be read, by what may be told of them: host and port. */
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
