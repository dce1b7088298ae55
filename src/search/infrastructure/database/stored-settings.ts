import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { NGRAM_POINTS } from './point-spaces.js';

/** How the words and the vectors of the passages are kept in the database. */
export interface WordStorage {
  /** Whether they are kept at all, with every write. */
  readonly isKept: boolean;
  /** Length of a passage for which the weights of the terms are computed; undefined before the first passage. */
  readonly referenceLength: number | undefined;
  /** Length for which the weights are being computed anew, passage by passage; `referenceLength` is the shorter of both until then. */
  readonly targetLength: number | undefined;
  /** Model whose points are complete and searched. */
  readonly pointModel: number;
  /** Model whose points are in a graph; undefined without one. */
  readonly graphModel: number | undefined;
}

/**
 * Reads how words are kept; inside a unit of work what holds for it.
 * @param beside a SELECT that is made in the same step
 */
export async function readWordStorage(
  database: PostgresDatabase,
  beside: Sql = sql`SELECT 1`,
  signal?: AbortSignal,
): Promise<WordStorage> {
  const rows = await database.query<{ key: string | null; value: string | null }>(
    sql`WITH beside AS MATERIALIZED (${beside})
      SELECT s.key, s.value FROM beside LEFT JOIN search_settings s
        ON s.key IN ('words', 'reference_length', 'target_length', 'point_model', 'graph_model')`,
    signal,
  );
  const values = new Map(rows.map(({ key, value }) => [key ?? '', value]));
  const numberOf = (key: string) => {
    const value = values.get(key);
    return value === undefined || value === null ? undefined : Number(value);
  };
  return {
    isKept: values.has('words'),
    referenceLength: numberOf('reference_length'),
    targetLength: numberOf('target_length'),
    pointModel: numberOf('point_model') ?? NGRAM_POINTS,
    graphModel: numberOf('graph_model'),
  };
}

export async function writeSetting(database: PostgresDatabase, key: string, value: string): Promise<void> {
  await database.change(sql`INSERT INTO search_settings (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
}
