import { StoreFile } from '../../../shared/domain/store-files.js';

/** One table that both stores have, and the differences. Columns are those of the embedded store. */
export interface CopiedTable {
  /** Name of the table in messages. */
  readonly name: string;
  /** The table in PostgreSQL. */
  readonly shared: string;
  readonly file: StoreFile;
  readonly embedded: string;
  /** Sort key of the rows; the primary key of the embedded table by default. */
  readonly key?: readonly string[];
  /** Local columns of the embedded store: row numbers for its own use. */
  readonly left?: readonly string[];
  /** Columns that PostgreSQL reads by an expression. */
  readonly read?: Readonly<Record<string, string>>;
  /** Columns that only PostgreSQL has, with the expression over a copied row `r`. */
  readonly added?: Readonly<Record<string, string>>;
  /** Whether PostgreSQL has none of the embedded columns, but only those of `added`. */
  readonly isReshaped?: true;
  /** Condition on the rows of the table in PostgreSQL. */
  readonly where?: string;
  /** A new store contains a default row, which the copied one replaces. */
  readonly isSeeded?: true;
}

const CHANGED = { changed: '1' };
const IN_COLLECTION = { collection: '1' };
/** No living process has this number: the next start marks its unfinished work. */
const NO_PROCESS = { process: '0' };

/** PostgreSQL stores late events in separate rows. Both are JSON without blanks around it. */
const ALL_EVENTS = `CASE WHEN EXISTS (SELECT 1 FROM trace_late_events e WHERE e.trace_id = t.trace_id) THEN
  left(t.events, -1) || CASE WHEN t.events = '[]' THEN '' ELSE ',' END ||
  (SELECT string_agg(e.event, ',' ORDER BY e.id) FROM trace_late_events e WHERE e.trace_id = t.trace_id) || ']'
  ELSE t.events END`;

function of(file: StoreFile, shared: string, more: Partial<CopiedTable> = {}): CopiedTable {
  return { name: shared, file, shared, embedded: shared, ...more };
}

/** All copied tables; a referenced table precedes those that refer to it. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  of('documents', 'store_settings', { where: `t.key <> 'agent_id_secret'` }),
  of('documents', 'store_settings', {
    name: 'agent_id_secret',
    embedded: 'agent_id_secret',
    read: { id: '1', secret: `decode(t.value, 'hex')` },
    added: { key: `'agent_id_secret'`, value: `encode(r.secret, 'hex')` },
    where: `t.key = 'agent_id_secret'`,
    isReshaped: true,
    isSeeded: true,
  }),
  of('documents', 'category_paths', { added: CHANGED }),
  of('documents', 'category_prefixes'),
  of('documents', 'documents', { key: ['document_id'], left: ['id'], added: { ...CHANGED, ...IN_COLLECTION } }),
  of('documents', 'document_originals', { added: IN_COLLECTION }),
  of('documents', 'document_original_parts', { added: IN_COLLECTION }),
  of('documents', 'document_editions', { added: IN_COLLECTION }),
  of('documents', 'document_sketches', { added: IN_COLLECTION }),
  of('documents', 'document_bands', { added: IN_COLLECTION }),
  of('documents', 'search_documents', { added: IN_COLLECTION }),
  of('documents', 'search_chunks', { added: IN_COLLECTION }),
  of('documents', 'search_models'),
  of('documents', 'search_model_parts'),
  of('documents', 'search_vectors', { added: IN_COLLECTION }),
  of('documents', 'search_settings', {
    where: `t.key NOT IN ('postings_ready', 'reference_length', 'vector_model', 'hnsw_model', 'hnsw_builder', 'ivf_model', 'ivf_probes')`,
  }),
  of('documents', 'taxonomy_versions', { key: ['number'] }),
  of('documents', 'taxonomy_snapshots'),
  of('documents', 'taxonomy_active'),
  of('documents', 'agents', { key: ['agent_id'], left: ['id'] }),
  of('access', 'api_keys'),
  of('access', 'clock_watermark'),
  of('access', 'users'),
  of('access', 'user_sessions'),
  of('access', 'group_mappings'),
  of('access', 'scim_users'),
  of('access', 'scim_groups'),
  of('access', 'scim_members'),
  of('access', 'scim_removed'),
  of('access', 'webhooks'),
  of('access', 'webhook_deliveries'),
  of('work', 'conversations'),
  of('work', 'conversation_turns'),
  of('work', 'conversation_shares'),
  of('work', 'stored_responses'),
  of('work', 'traces', { read: { events: ALL_EVENTS } }),
  of('work', 'sources'),
  of('work', 'source_starts'),
  of('work', 'source_files'),
  of('work', 'source_runs'),
  of('work', 'jobs', { added: NO_PROCESS }),
  of('work', 'configuration_versions'),
  of('work', 'llm_spending'),
  of('work', 'llm_spending_shares'),
  of('work', 'test_sessions', { added: NO_PROCESS }),
  of('work', 'test_plans'),
  of('work', 'test_answers'),
  of('work', 'test_results'),
  of('work', 'test_result_summaries'),
  of('work', 'test_labels'),
  of('work', 'test_schedules'),
  of('work', 'test_targets'),
  of('work', 'test_datasets'),
  of('work', 'test_improvements'),
  of('work', 'improvement_audit'),
  of('work', 'test_findings'),
  of('work', 'test_judge_scorecards'),
  of('work', 'test_model_replies'),
  of('work', 'ended_work'),
  of('work', 'answer_feedback'),
  of('work', 'review_decisions'),
  of('work', 'audit_entries'),
  of('work', 'audit_anchor', { isSeeded: true }),
  of('cases', 'cbr_category_paths', { embedded: 'category_paths', added: CHANGED }),
  of('cases', 'cbr_category_prefixes', { embedded: 'category_prefixes' }),
  of('cases', 'cbr_cases'),
  of('cases', 'cbr_vectors'),
  of('cases', 'cbr_logs'),
  of('cases', 'cbr_log_cases'),
  of('cases', 'cbr_feedback'),
  of('cases', 'cbr_interaction_counts'),
  of('cases', 'cbr_suggestion_counts'),
  of('cases', 'cbr_settings'),
];

/**
 * Tables that are not copied, by store: the change feed of replicas, data derived from the chunks (also its settings,
 * above), and the migration history.
 */
export const NOT_COPIED = {
  embedded: ['migrations', 'chunk_tombstones', 'store_identity'],
  shared: [
    'schema_migrations',
    'commit_sequence',
    'document_tombstones',
    'case_outbox',
    // Unfinished jobs are not copied: no process may run jobs during a copy.
    'job_queue_entries',
    'job_dead_letters',
    // Answers and results contain the costs of calls too; a resumed session adds them up again.
    'session_costs',
    // Read with the traces that they belong to.
    'trace_late_events',
    'search_terms',
    'category_stats',
    'search_words',
    'search_tombstones',
    'search_segments',
    'title_lookup_documents',
    'chunk_vectors',
    'indexed_models',
  ],
};
