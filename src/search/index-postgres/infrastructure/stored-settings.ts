import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { NGRAM_POINTS } from './embedding-spaces.js';
import { WordState } from './word-segments.js';

/** State of the words and vectors in the database. */
export interface WordStorage {
  /** Whether every write stores them. */
  readonly isKept: boolean;
  /** Model whose vectors are complete and used by searches. */
  readonly vectorModel: number;
  /** Model whose vectors are in a graph; undefined without one. */
  readonly graphModel: number | undefined;
  /** Model whose vectors are in lists in addition to the graph; undefined without them. */
  readonly listsModel: number | undefined;
}

const KEYS = ['postings_ready', 'vector_model', 'hnsw_model', 'ivf_model'];

function storageOf(values: ReadonlyMap<string, string>): WordStorage {
  const numberOf = (key: string) => {
    const value = values.get(key);
    return value === undefined ? undefined : Number(value);
  };
  return {
    isKept: values.has('postings_ready'),
    vectorModel: numberOf('vector_model') ?? NGRAM_POINTS,
    graphModel: numberOf('hnsw_model'),
    listsModel: numberOf('ivf_model'),
  };
}

/** Reads the state of the words; inside a transaction, the state that applies to it. */
export async function readWordStorage(database: PostgresDatabase): Promise<WordStorage> {
  const rows = await database.query<{ key: string; value: string }>(
    sql`SELECT key, value FROM search_settings WHERE key = ANY(${KEYS}::text[])`,
  );
  return storageOf(new Map(rows.map(({ key, value }) => [key, value])));
}

interface StateRow {
  readonly settings: Readonly<Record<string, string>> | null;
  readonly segments: readonly string[] | null;
  readonly last_passage: number | null;
  readonly last_removal: number | null;
  readonly position: number;
}

/** Reads what a search needs at its start, in one step. @param joined a SELECT evaluated in the same statement */
export async function readSearchState(
  reader: DatabaseReader,
  joined: Sql,
): Promise<{ readonly storage: WordStorage; readonly words: WordState; readonly position: number }> {
  const row = await reader.one<StateRow>(sql`
    WITH joined AS MATERIALIZED (${joined})
    SELECT (SELECT json_object_agg(key, value) FROM search_settings WHERE key = ANY(${KEYS}::text[])) AS settings,
      (SELECT array_agg(id::text ORDER BY last_chunk) FROM search_segments WHERE collection = 1) AS segments,
      (SELECT max(chunk) FROM search_words WHERE collection = 1) AS last_passage,
      (SELECT max(id) FROM search_tombstones) AS last_removal,
      (SELECT position FROM commit_sequence WHERE store = 'documents') AS position
    FROM joined`);
  return {
    storage: storageOf(new Map(Object.entries(row?.settings ?? {}))),
    words: {
      segments: (row?.segments ?? []).map(Number),
      lastPassage: row?.last_passage ?? 0,
      lastRemoval: row?.last_removal ?? 0,
    },
    position: row?.position ?? 0,
  };
}

export async function writeSetting(database: PostgresDatabase, key: string, value: string): Promise<void> {
  await database.change(sql`INSERT INTO search_settings (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
}

/** Whether an index of the schema exists and is valid; an index whose build was interrupted exists but is not valid. */
export async function isIndexWhole(database: PostgresDatabase, name: string): Promise<boolean> {
  const row = await database.one(sql`SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ${database.schema} AND c.relname = ${name} AND i.indisvalid`);
  return row !== undefined;
}
