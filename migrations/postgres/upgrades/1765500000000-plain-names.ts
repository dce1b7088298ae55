import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

// Tables, columns, indexes, triggers and settings get the names of the field. No row of a table changes.

type Pair = readonly [former: string, name: string];

const TABLES: readonly Pair[] = [
  ['store_positions', 'commit_sequence'],
  ['search_removals', 'document_tombstones'],
  ['search_words_gone', 'search_tombstones'],
  ['search_path_totals', 'category_stats'],
  ['search_rule_books', 'title_lookup_documents'],
  ['search_points', 'chunk_vectors'],
  ['search_point_models', 'indexed_models'],
  ['cbr_changes', 'case_outbox'],
  ['job_orders', 'job_queue_entries'],
  ['trace_side_events', 'trace_late_events'],
  ['latest_time', 'clock_watermark'],
  ['test_gists', 'test_result_summaries'],
  ['test_judge_cards', 'test_judge_scorecards'],
  ['test_payments', 'session_costs'],
];

/** Each table by its new name. */
const COLUMNS: readonly (readonly [table: string, former: string, name: string])[] = [
  ['category_paths', 'home', 'origin_path'],
  ['category_paths', 'display', 'current_path'],
  ['cbr_category_paths', 'home', 'origin_path'],
  ['cbr_category_paths', 'display', 'current_path'],
  ['taxonomy_snapshots', 'display', 'current_path'],
  ['documents', 'title_spelling', 'title_trigram_key'],
  ['search_models', 'passages', 'chunks'],
  ['search_segments', 'passages', 'chunks'],
  ['search_words', 'sequence', 'term_sequence'],
  ['search_tombstones', 'sequence', 'term_sequence'],
  ['chunk_vectors', 'sealed', 'indexed'],
  ['api_keys', 'row', 'number'],
  ['answer_feedback', 'asked_in', 'session_id'],
  ['source_runs', 'place', 'position'],
  ['test_schedules', 'place', 'position'],
  ['test_targets', 'place', 'position'],
  ['test_result_summaries', 'gist', 'summary'],
  ['test_judge_scorecards', 'card', 'scorecard'],
  ['session_costs', 'expense', 'cost_kind'],
  ['improvement_audit', 'by', 'actor'],
  ['audit_anchor', 'singleton', 'id'],
];

const INDEXES: readonly Pair[] = [
  ['category_paths_by_display', 'category_paths_by_current_path'],
  ['cbr_category_paths_by_display', 'cbr_category_paths_by_current_path'],
  ['documents_not_spelt', 'documents_missing_title_key'],
  ['documents_not_compared', 'documents_missing_fingerprint'],
  ['agents_in_order', 'agents_by_time'],
  ['search_points_outside', 'chunk_vectors_not_indexed'],
  ['test_payments_of_session', 'session_costs_by_session'],
];

/** Starts of the names that the server gave constraints, their indexes and sequences, and of the indexes that are made for each model. */
const PREFIXES: readonly Pair[] = [
  ['search_points_graph', 'chunk_vectors_hnsw'],
  ['search_points_lists', 'chunk_vectors_ivf'],
  ['api_keys_row', 'api_keys_number'],
  ['audit_anchor_singleton', 'audit_anchor_id'],
  ...TABLES,
];

const SETTINGS: readonly Pair[] = [
  ['words', 'postings_ready'],
  ['point_model', 'vector_model'],
  ['graph_model', 'hnsw_model'],
  ['graph_maker', 'hnsw_builder'],
  ['lists_model', 'ivf_model'],
  ['lists_opened', 'ivf_probes'],
];

const swapped = (pairs: readonly Pair[]): readonly Pair[] => pairs.map(([former, name]) => [name, former]);

const tablesRenamed = (pairs: readonly Pair[]): string =>
  pairs.map(([from, to]) => `ALTER TABLE ${from} RENAME TO ${to};`).join('\n');

const indexesRenamed = (pairs: readonly Pair[]): string =>
  pairs.map(([from, to]) => `ALTER INDEX ${from} RENAME TO ${to};`).join('\n');

const settingsRenamed = (pairs: readonly Pair[]): string =>
  pairs.map(([from, to]) => `UPDATE search_settings SET key = '${to}' WHERE key = '${from}';`).join('\n');

/** One prefix after the other: that of a table is also the start of those before it. */
const prefixesRenamed = (pairs: readonly Pair[]): string => `
    DO $body$ DECLARE found record; BEGIN
      ${pairs
        .map(
          ([from, to]) => `
      FOR found IN SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
          WHERE connamespace = current_schema()::regnamespace AND starts_with(conname, '${from}_') LOOP
        EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I',
          found.owner, found.name, '${to}' || substr(found.name, ${from.length + 1}));
      END LOOP;
      FOR found IN SELECT relname AS name, CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END AS kind FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('i', 'S') AND starts_with(relname, '${from}_') LOOP
        EXECUTE format('ALTER %s %I RENAME TO %I', found.kind, found.name, '${to}' || substr(found.name, ${from.length + 1}));
      END LOOP;`,
        )
        .join('')}
    END $body$;`;

interface TriggerNames {
  readonly inserted: Pair;
  readonly deleted: Pair;
  readonly chunkDeleted: Pair;
  readonly stats: string;
  readonly sequence: string;
  readonly tombstones: string;
  readonly vectors: string;
  readonly models: string;
}

/** Trigger and function. */
const FORMER: TriggerNames = {
  inserted: ['words_came', 'search_words_came'],
  deleted: ['words_went', 'search_words_went'],
  chunkDeleted: ['chunks_went', 'search_chunks_went'],
  stats: 'search_path_totals',
  sequence: 'sequence',
  tombstones: 'search_words_gone',
  vectors: 'search_points',
  models: 'search_point_models',
};
const PRESENT: TriggerNames = {
  inserted: ['search_words_ai', 'search_words_ai'],
  deleted: ['search_words_ad', 'search_words_ad'],
  chunkDeleted: ['search_chunks_ad', 'search_chunks_ad'],
  stats: 'category_stats',
  sequence: 'term_sequence',
  tombstones: 'search_tombstones',
  vectors: 'chunk_vectors',
  models: 'indexed_models',
};

const triggersDropped = ({ inserted, deleted, chunkDeleted }: TriggerNames): string => `
    DROP TRIGGER ${inserted[0]} ON search_words;
    DROP TRIGGER ${deleted[0]} ON search_words;
    DROP TRIGGER ${chunkDeleted[0]} ON search_chunks;
    DROP FUNCTION ${inserted[1]}, ${deleted[1]}, ${chunkDeleted[1]};`;

const triggersCreated = (names: TriggerNames): string => `
    CREATE FUNCTION ${names.inserted[1]}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO ${names.stats} AS s (path_id, chunks, length)
        SELECT path_id, count(*), sum(octet_length(${names.sequence}) / 5) FROM inserted GROUP BY path_id ORDER BY path_id
        ON CONFLICT (path_id) DO UPDATE SET chunks = s.chunks + excluded.chunks, length = s.length + excluded.length;
      RETURN NULL;
    END $$;
    CREATE FUNCTION ${names.deleted[1]}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE ${names.stats} s SET chunks = s.chunks - d.n, length = s.length - d.length
        FROM (SELECT path_id, count(*) AS n, sum(octet_length(${names.sequence}) / 5) AS length FROM deleted GROUP BY path_id) d
        WHERE s.path_id = d.path_id;
      INSERT INTO ${names.tombstones} (chunk, ${names.sequence}) SELECT chunk, ${names.sequence} FROM deleted ORDER BY chunk;
      RETURN NULL;
    END $$;
    CREATE FUNCTION ${names.chunkDeleted[1]}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM search_words w USING deleted d WHERE w.collection = d.collection AND w.chunk = d.id;
      DELETE FROM ${names.vectors} v USING deleted d
        WHERE v.collection = d.collection AND v.chunk = d.id AND v.model IN (SELECT model FROM ${names.models});
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${names.inserted[0]} AFTER INSERT ON search_words
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ${names.inserted[1]}();
    CREATE TRIGGER ${names.deleted[0]} AFTER DELETE ON search_words
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${names.deleted[1]}();
    CREATE TRIGGER ${names.chunkDeleted[0]} AFTER DELETE ON search_chunks
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${names.chunkDeleted[1]}();`;

export const plainNames: PostgresMigration = {
  name: '1765500000000-plain-names',
  up: `
    ${triggersDropped(FORMER)}
    ${tablesRenamed(TABLES)}
    ${COLUMNS.map(([table, former, name]) => `ALTER TABLE ${table} RENAME COLUMN "${former}" TO ${name};`).join('\n')}
    ${indexesRenamed(INDEXES)}
    ${prefixesRenamed(PREFIXES)}
    ${settingsRenamed(SETTINGS)}
    ${triggersCreated(PRESENT)}
    ALTER FUNCTION audit_refuses RENAME TO audit_entries_append_only;
    ALTER TRIGGER audit_entries_stay ON audit_entries RENAME TO audit_entries_append_only;`,
  down: `
    ALTER TRIGGER audit_entries_append_only ON audit_entries RENAME TO audit_entries_stay;
    ALTER FUNCTION audit_entries_append_only RENAME TO audit_refuses;
    ${triggersDropped(PRESENT)}
    ${settingsRenamed(swapped(SETTINGS))}
    ${indexesRenamed(swapped(INDEXES))}
    ${COLUMNS.map(([table, former, name]) => `ALTER TABLE ${table} RENAME COLUMN ${name} TO "${former}";`).join('\n')}
    ${tablesRenamed(swapped(TABLES))}
    ${prefixesRenamed(swapped(PREFIXES))}
    ${triggersCreated(FORMER)}`,
};
