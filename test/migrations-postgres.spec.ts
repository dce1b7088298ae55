import { POSTGRES_MIGRATIONS, POSTGRES_SCHEMA } from '../migrations/postgres/all-migrations.js';
import {
  migratePostgres,
  revertPostgres,
  stateOfSchema,
} from '../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PostgresDatabase } from '../src/shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../src/shared/infrastructure/database/postgres/sql.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from './support/postgres-servers.js';

/** Number of migrations from the named one on. */
const since = (migration: string) =>
  POSTGRES_MIGRATIONS.length - POSTGRES_MIGRATIONS.findIndex(({ name }) => name.endsWith(migration));
/** The migration that renames tables, with those that follow it. */
const NEWEST = since('plain-names');
const FORMER = { migrations: POSTGRES_MIGRATIONS.slice(0, -NEWEST) };
/** Columns that were added since, empty in every earlier row; with a table or in all of them. */
const ADDED = new Set(['access_groups', 'api_keys.owner', 'api_keys.created_by']);

/** The whole catalogue of a schema, in the order of columns. PostgreSQL 18 names NOT NULL too, and keeps former names. */
const STRUCTURE = [
  `SELECT c.relname AS "table", a.attname AS "column", row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) AS place,
     format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required, a.attidentity AS identity, a.attstorage AS storage,
     a.attcompression AS compression, l.collname AS collation, pg_get_expr(d.adbin, d.adrelid) AS standard
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
   ORDER BY 1, 3`,
  `SELECT relname, relkind, relpersistence, reloptions FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`,
  `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1`,
  `SELECT conname, conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS definition FROM pg_constraint
   WHERE connamespace = current_schema()::regnamespace AND contype <> 'n' ORDER BY 2, 1`,
  `SELECT tgname, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal ORDER BY 1`,
  `SELECT proname, regexp_replace(prosrc, '\\s+', ' ', 'g') AS body FROM pg_proc
   WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`,
];

async function structureOf(database: PostgresDatabase): Promise<unknown> {
  const all = [];
  for (const text of STRUCTURE) all.push(await database.query(sql`${trusted(text)}`));
  return all;
}

/** Rows in every table that the renaming migration touches, by SQL of the version before. */
const FILL = `
  UPDATE store_positions SET position = 4;
  INSERT INTO category_paths (id, home, display, changed) VALUES (7, '["Quay"]', '["Harbour"]', 1);
  INSERT INTO category_prefixes VALUES ('harbour', 7);
  INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at, changed, title_spelling)
    VALUES ('lamp', 'Lamp', 'The lamp is lit.', 'text/plain', 7, '{}', 'h', 1, '', '', 1, 'lamp');
  INSERT INTO search_documents (id, document_id, title, metadata, path_id) VALUES (3, 'lamp', 'Lamp', '{}', 7);
  INSERT INTO search_chunks (id, chunk_id, document, path_id, ordinal, start, "end", text, metadata)
    VALUES (9, 'lamp#0', 3, 7, 0, 0, 16, 'The lamp is lit.', '{}'), (10, 'lamp#1', 3, 7, 1, 0, 3, 'The', '{}');
  INSERT INTO search_words (chunk, kind, heading, sequence, path_id, valid_from, valid_to)
    VALUES (9, 0, 1, '\\x0102030405', 7, 0, 1), (10, 0, 1, '\\x0102030405', 7, 0, 1);
  INSERT INTO search_models (model, kind, dimensions, passages, created_at, complete) VALUES ('builtin', 'fitted', 3, 5, '', 1);
  INSERT INTO search_segments (first_chunk, last_chunk, size, passages, terms, postings) VALUES (1, 9, 2, '\\x01', '\\x02', '\\x03');
  INSERT INTO search_point_models VALUES (1, 3);
  INSERT INTO search_points (model, chunk, path_id, valid_from, valid_to, vector, sealed) VALUES
    (1, 9, 7, 0, 1, '[1,0,0]', true), (1, 10, 7, 0, 1, '[0,1,0]', false);
  CREATE INDEX search_points_graph_1 ON search_points USING hnsw ((vector::halfvec(3)) halfvec_ip_ops) WHERE model = 1 AND sealed;
  CREATE INDEX search_points_lists_1 ON search_points USING ivfflat ((vector::halfvec(3)) halfvec_cosine_ops) WHERE model = 1 AND sealed;
  INSERT INTO search_rule_books (document) VALUES (3);
  INSERT INTO search_settings VALUES ('words', 'kept'), ('point_model', '1'), ('graph_model', '1'), ('lists_model', '1'), ('lists_opened', '2'), ('other', 'x');
  DELETE FROM search_chunks WHERE id = 10;
  INSERT INTO search_removals (document) VALUES (8);
  INSERT INTO taxonomy_versions (version, created_at, operations, diff, categories) VALUES ('1.0.0', '', '[]', '{}', '[]');
  INSERT INTO taxonomy_snapshots VALUES ('1.0.0', 7, '["Harbour"]');
  INSERT INTO cbr_category_paths (id, home, display, changed) VALUES (1, '["A"]', '["B"]', 1);
  INSERT INTO cbr_changes (case_id) VALUES ('c');
  INSERT INTO api_keys (id, prefix, secret_hash, name, scopes, created_at) VALUES ('k', 'p', 'h', 'n', '[]', '');
  INSERT INTO latest_time VALUES (1, '2025-01-01');
  INSERT INTO traces VALUES ('tr', 'ann', '', '[]', NULL);
  INSERT INTO trace_side_events (trace_id, event) VALUES ('tr', '{}');
  INSERT INTO jobs VALUES ('j', 'index', 'queued', 0, 1, NULL, NULL, '', '', 1);
  INSERT INTO job_orders (job_id, queue_id, key) VALUES ('j', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'one');
  INSERT INTO answer_feedback VALUES ('tr', 'ann', 'thumbs_down', NULL, NULL, NULL, NULL, 'q', 'a', 'o', 'd', NULL, '', 'ses');
  INSERT INTO source_runs VALUES ('run', 'src', 5, '{}');
  INSERT INTO test_sessions (session_id, owner, status, created_at, session, process) VALUES ('ses', 'ann', 'done', '', '{}', 1);
  INSERT INTO test_gists VALUES ('ses', 'res', '{}');
  INSERT INTO test_judge_cards VALUES ('key', '{}');
  INSERT INTO test_payments (session_id, expense, usd, process) VALUES ('ses', 'judge', 0.5, 1);
  INSERT INTO test_schedules (owner, id, place, schedule) VALUES ('ann', 'nightly', 2, '{}');
  INSERT INTO test_targets VALUES ('self', 3, '{}');
  INSERT INTO improvement_audit (improvement_id, owner, at, "by", action, detail) VALUES ('i', 'ann', '', 'bob', 'applied', '');
  INSERT INTO audit_entries VALUES (1, '', 'r', 'ann', '/chat', NULL, NULL, 'ask', NULL, '[]', NULL, 'a', 'b');`;

/** Tables that it renames. */
const RENAMED: Readonly<Record<string, string>> = {
  store_positions: 'commit_sequence',
  search_removals: 'document_tombstones',
  search_words_gone: 'search_tombstones',
  search_path_totals: 'category_stats',
  search_rule_books: 'title_lookup_documents',
  search_points: 'chunk_vectors',
  search_point_models: 'indexed_models',
  cbr_changes: 'case_outbox',
  job_orders: 'job_queue_entries',
  trace_side_events: 'trace_late_events',
  latest_time: 'clock_watermark',
  test_gists: 'test_result_summaries',
  test_judge_cards: 'test_judge_scorecards',
  test_payments: 'session_costs',
};

const isAdded = (table: string, column: string): boolean => ADDED.has(column) || ADDED.has(`${table}.${column}`);

let reads = 0;

/** Rows of each table, without the names of columns; tables by their newest names. */
async function rowsOf(database: PostgresDatabase): Promise<Record<string, readonly unknown[]>> {
  const tables = await database.query<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'`,
  );
  const found: Record<string, readonly unknown[]> = {};
  for (const { name } of tables) {
    // A different statement each time: the server caches the plan of a statement, and rejects it when column names have changed.
    const rows = await database.query(sql`SELECT * FROM ${trusted(`${name} AS read_${++reads}`)}`);
    found[RENAMED[name] ?? name] = rows
      .map((row) =>
        JSON.stringify(Object.entries(row).flatMap(([column, value]) => (isAdded(name, column) ? [] : [value]))),
      )
      .sort();
  }
  return found;
}

/** The part of later rows that an earlier version had: its tables. None of them with a row gets a column later. */
const asBefore = (
  later: Record<string, readonly unknown[]>,
  earlier: Record<string, readonly unknown[]>,
): Record<string, readonly unknown[]> =>
  Object.fromEntries(Object.keys(earlier).map((table) => [table, later[table] ?? []]));

/** Keys of settings that the migration renames are values of a row. */
function withoutKeys({ search_settings, ...rows }: Record<string, readonly unknown[]>): Record<string, unknown> {
  return { ...rows, settings: search_settings?.length };
}

const settings = async (database: PostgresDatabase): Promise<unknown> =>
  Object.fromEntries(
    (await database.query<{ key: string; value: string }>(sql`SELECT key, value FROM search_settings`)).map(
      ({ key, value }) => [key, value],
    ),
  );

const vectorIndexes = async (database: PostgresDatabase): Promise<readonly string[]> =>
  (
    await database.query<{ name: string }>(sql`SELECT indexname AS name FROM pg_indexes
      WHERE schemaname = current_schema() AND (indexdef LIKE '%hnsw%' OR indexdef LIKE '%ivfflat%') ORDER BY 1`)
  ).map(({ name }) => name);

describe.each(POSTGRES_SERVERS)('the schema of %s', (_name, open) => {
  let server: PostgresUnderTest;
  let database: PostgresDatabase;
  let fresh: unknown;
  const clear = () => revertPostgres(database, POSTGRES_MIGRATIONS, POSTGRES_MIGRATIONS.length);

  beforeAll(async () => {
    server = await open();
    database = server.database;
    fresh = await structureOf(database);
  });
  afterAll(() => server.drop());

  it('is created at once for a new store, which records every migration', async () => {
    expect(await stateOfSchema(database, POSTGRES_MIGRATIONS)).toBe('current');
    await migratePostgres(database, POSTGRES_SCHEMA);
    expect(await structureOf(database)).toEqual(fresh);
  });

  it.each([1, 9, FORMER.migrations.length])(
    'is the same for a store that has the first %i migrations',
    async (steps) => {
      await clear();
      await migratePostgres(database, { migrations: POSTGRES_MIGRATIONS.slice(0, steps) });
      expect(await stateOfSchema(database, POSTGRES_MIGRATIONS)).toBe('other');
      await migratePostgres(database, POSTGRES_SCHEMA);
      expect(await structureOf(database)).toEqual(fresh);
    },
  );

  it('keeps every row of every table and the vector indexes, forward and back', async () => {
    await clear();
    await migratePostgres(database, FORMER);
    await database.execute(FILL);
    const [before, rows] = [await structureOf(database), await rowsOf(database)];
    expect(Object.values(RENAMED).filter((table) => rows[table]?.length === 0)).toEqual([]);

    // The migration of the queue has a spec of its own: it takes entries from the tables of pg-boss.
    const migrations = POSTGRES_MIGRATIONS.slice(0, POSTGRES_MIGRATIONS.length - since('queue-in-tables'));
    for (let round = 1; round <= 2; round++) {
      await migratePostgres(database, { migrations });
      expect(withoutKeys(asBefore(await rowsOf(database), rows))).toEqual(withoutKeys(rows));
      expect(await settings(database)).toEqual({
        postings_ready: 'kept',
        vector_model: '1',
        hnsw_model: '1',
        ivf_model: '1',
        ivf_probes: '2',
        other: 'x',
      });
      expect(await vectorIndexes(database)).toEqual(['chunk_vectors_hnsw_1', 'chunk_vectors_ivf_1']);
      await revertPostgres(database, migrations, migrations.length - FORMER.migrations.length);
      expect(await rowsOf(database)).toEqual(rows);
      expect(normalized(await structureOf(database))).toEqual(normalized(before));
    }
  });

  it('does not go back as long as a document has groups: an earlier release would show it to every key', async () => {
    await clear();
    await migratePostgres(database, FORMER);
    await database.execute(FILL);
    await migratePostgres(database, POSTGRES_SCHEMA);
    await database.execute(`UPDATE category_paths SET access_groups = '["staff"]' WHERE id = 7`);
    await expect(revertPostgres(database, POSTGRES_MIGRATIONS, since('access-groups'))).rejects.toThrow('have groups');
    await database.execute("UPDATE category_paths SET access_groups = '[]' WHERE id = 7");
    await revertPostgres(database, POSTGRES_MIGRATIONS, since('access-groups'));
  });

  it('counts and deletes with its triggers after an upgrade', async () => {
    await migratePostgres(database, POSTGRES_SCHEMA);
    await database.execute('DELETE FROM search_chunks WHERE id = 9');
    const counts = await database.query(sql`SELECT (SELECT sum(chunks) FROM category_stats)::int AS chunks,
      (SELECT count(*) FROM search_tombstones)::int AS gone, (SELECT count(*) FROM chunk_vectors)::int AS vectors`);
    expect(counts).toEqual([{ chunks: 0, gone: 2, vectors: 0 }]);
    await expect(database.execute("UPDATE audit_entries SET hash = 'c'")).rejects.toThrow('never changed');
  });

  it('goes back from a new store to the version before, and forward again', async () => {
    await clear();
    await migratePostgres(database, FORMER);
    const former = normalized(await structureOf(database));
    await clear();
    await migratePostgres(database, POSTGRES_SCHEMA);
    await revertPostgres(database, POSTGRES_MIGRATIONS, NEWEST);
    expect(normalized(await structureOf(database))).toEqual(former);
    await migratePostgres(database, POSTGRES_SCHEMA);
    expect(await structureOf(database)).toEqual(fresh);
  });
});

/** The version before names the rows of a trigger otherwise than going back does; the triggers do the same. */
function normalized(structure: unknown): unknown {
  return Array.isArray(structure) ? structure.slice(0, 4) : structure;
}
