import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { NGRAM_POINTS } from './embedding-spaces.js';
import { WordState } from './word-segments.js';

/** How the words and the vectors of the passages are kept in the database. */
export interface WordStorage {
  /** Whether they are kept at all, with every write. */
  readonly isKept: boolean;
  /** Model whose points are complete and searched. */
  readonly vectorModel: number;
  /** Model whose points are in a graph; undefined without one. */
  readonly graphModel: number | undefined;
  /** Model whose points are in lists beside the graph; undefined without them. */
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

/** Reads how words are kept; inside a unit of work what holds for it. */
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

/** What a search begins with, in one step. @param beside a SELECT that is made with it */
export async function readSearchState(
  reader: DatabaseReader,
  beside: Sql,
): Promise<{ readonly storage: WordStorage; readonly words: WordState; readonly position: number }> {
  const row = await reader.one<StateRow>(sql`
    WITH beside AS MATERIALIZED (${beside})
    SELECT (SELECT json_object_agg(key, value) FROM search_settings WHERE key = ANY(${KEYS}::text[])) AS settings,
      (SELECT array_agg(id::text ORDER BY last_chunk) FROM search_segments WHERE collection = 1) AS segments,
      (SELECT max(chunk) FROM search_words WHERE collection = 1) AS last_passage,
      (SELECT max(id) FROM search_tombstones) AS last_removal,
      (SELECT position FROM commit_sequence WHERE store = 'documents') AS position
    FROM beside`);
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

/** Whether an index of the schema is there and answers; one whose making broke off is there and does not. */
export async function isIndexWhole(database: PostgresDatabase, name: string): Promise<boolean> {
  const row = await database.one(sql`SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ${database.schema} AND c.relname = ${name} AND i.indisvalid`);
  return row !== undefined;
}
