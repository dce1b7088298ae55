import type { MigrationInterface, QueryRunner } from 'typeorm';

// Tables, columns, indexes and triggers get the names of the field. No row changes.

interface Renames {
  readonly tables?: readonly (readonly [former: string, name: string])[];
  /** Each table by its new name. */
  readonly columns?: readonly (readonly [table: string, former: string, name: string])[];
  /** Indexes and triggers, which SQLite cannot rename: dropped before the renames and created after them. */
  readonly dropped: readonly string[];
  readonly created: readonly string[];
}

async function rename(runner: QueryRunner, { tables = [], columns = [], dropped, created }: Renames): Promise<void> {
  for (const object of dropped) await runner.query(`DROP ${object}`);
  for (const [former, name] of tables) await runner.query(`ALTER TABLE ${former} RENAME TO ${name}`);
  for (const [table, former, name] of columns)
    await runner.query(`ALTER TABLE ${table} RENAME COLUMN "${former}" TO ${name}`);
  for (const statement of created) await runner.query(`CREATE ${statement}`);
}

/** The columns first: they are listed by the new name of their table. */
async function renameBack(
  runner: QueryRunner,
  { tables = [], columns = [], dropped, created }: Renames,
): Promise<void> {
  for (const object of dropped) await runner.query(`DROP ${object}`);
  for (const [table, former, name] of columns)
    await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${name} TO "${former}"`);
  for (const [former, name] of tables) await runner.query(`ALTER TABLE ${name} RENAME TO ${former}`);
  for (const statement of created) await runner.query(`CREATE ${statement}`);
}

const CATEGORY_COLUMNS = [
  ['category_paths', 'home', 'origin_path'],
  ['category_paths', 'display', 'current_path'],
] as const;
const CATEGORY_INDEX = 'INDEX category_paths_by_current_path ON category_paths (current_path, origin_path)';
const FORMER_CATEGORY_INDEX = 'INDEX category_paths_by_display ON category_paths (display, home)';

const DOCUMENTS = {
  tables: [
    ['search_removals', 'chunk_tombstones'],
    ['search_store', 'store_identity'],
  ],
  columns: [
    ...CATEGORY_COLUMNS,
    ['taxonomy_snapshots', 'display', 'current_path'],
    ['documents', 'title_spelling', 'title_trigram_key'],
    ['search_models', 'passages', 'chunks'],
    ['agent_id_secret', 'only', 'id'],
  ],
} as const;

/** documents.db */
export class PlainNamesOfDocuments1765500000000 implements MigrationInterface {
  readonly name = 'PlainNamesOfDocuments1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, {
      ...DOCUMENTS,
      dropped: [
        'INDEX category_paths_by_display',
        'INDEX documents_not_compared',
        'INDEX agents_in_order',
        'TRIGGER search_chunks_removed',
      ],
      created: [
        CATEGORY_INDEX,
        "INDEX documents_missing_fingerprint ON documents (id) WHERE fingerprint = ''",
        'INDEX agents_by_time ON agents (created_at, agent_id)',
        `TRIGGER search_chunks_ad AFTER DELETE ON search_chunks
         BEGIN INSERT INTO chunk_tombstones (chunk) VALUES (old.id); END`,
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await renameBack(runner, {
      ...DOCUMENTS,
      dropped: [
        'INDEX category_paths_by_current_path',
        'INDEX documents_missing_fingerprint',
        'INDEX agents_by_time',
        'TRIGGER search_chunks_ad',
      ],
      created: [
        FORMER_CATEGORY_INDEX,
        "INDEX documents_not_compared ON documents (id) WHERE fingerprint = ''",
        'INDEX agents_in_order ON agents (created_at, agent_id)',
        `TRIGGER search_chunks_removed AFTER DELETE ON search_chunks
      BEGIN INSERT INTO search_removals (chunk) VALUES (old.id); END`,
      ],
    });
  }
}

const WORK = {
  tables: [
    ['test_gists', 'test_result_summaries'],
    ['test_judge_cards', 'test_judge_scorecards'],
  ],
  columns: [
    ['test_result_summaries', 'gist', 'summary'],
    ['test_judge_scorecards', 'card', 'scorecard'],
    ['test_schedules', 'place', 'position'],
    ['test_targets', 'place', 'position'],
    ['source_runs', 'place', 'position'],
    ['improvement_audit', 'by', 'actor'],
    ['answer_feedback', 'asked_in', 'session_id'],
    ['audit_anchor', 'only', 'id'],
  ],
} as const;

const NEVER_CHANGED = `BEFORE UPDATE ON audit_entries
      BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END`;
const REMOVED_BY_RETENTION = `BEFORE DELETE ON audit_entries
      WHEN OLD.seq > (SELECT seq FROM audit_anchor)
      BEGIN SELECT RAISE(ABORT, 'entries of the audit log are removed by retention only'); END`;
const NEVER_PUT_BACK = `BEFORE UPDATE ON audit_anchor WHEN NEW.seq < OLD.seq
      BEGIN SELECT RAISE(ABORT, 'the audit log is never put back'); END`;

/** work.db */
export class PlainNamesOfWork1765500000000 implements MigrationInterface {
  readonly name = 'PlainNamesOfWork1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, {
      ...WORK,
      dropped: [
        'TRIGGER audit_entries_never_change',
        'TRIGGER audit_entries_go_in_order',
        'TRIGGER audit_anchor_moves_on',
      ],
      created: [
        `TRIGGER audit_entries_bu ${NEVER_CHANGED}`,
        `TRIGGER audit_entries_bd ${REMOVED_BY_RETENTION}`,
        `TRIGGER audit_anchor_bu ${NEVER_PUT_BACK}`,
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await renameBack(runner, {
      ...WORK,
      dropped: ['TRIGGER audit_entries_bu', 'TRIGGER audit_entries_bd', 'TRIGGER audit_anchor_bu'],
      created: [
        `TRIGGER audit_entries_never_change ${NEVER_CHANGED}`,
        `TRIGGER audit_entries_go_in_order ${REMOVED_BY_RETENTION}`,
        `TRIGGER audit_anchor_moves_on ${NEVER_PUT_BACK}`,
      ],
    });
  }
}

const ACCESS = {
  tables: [['latest_time', 'clock_watermark']],
  columns: [['api_keys', 'row', 'number']],
  dropped: [],
  created: [],
} as const;

/** access.db */
export class PlainNamesOfKeys1765500000000 implements MigrationInterface {
  readonly name = 'PlainNamesOfKeys1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, ACCESS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await renameBack(runner, ACCESS);
  }
}

/** cbr_system.db */
export class PlainNamesOfCases1765500000000 implements MigrationInterface {
  readonly name = 'PlainNamesOfCases1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, {
      columns: CATEGORY_COLUMNS,
      dropped: ['INDEX category_paths_by_display'],
      created: [CATEGORY_INDEX],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await renameBack(runner, {
      columns: CATEGORY_COLUMNS,
      dropped: ['INDEX category_paths_by_current_path'],
      created: [FORMER_CATEGORY_INDEX],
    });
  }
}
