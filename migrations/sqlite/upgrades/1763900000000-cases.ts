import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The case base (B-O4), in a separate file. `cbr_cases` and `cbr_logs` have the columns of the specification. The other tables link
 * feedback to suggestions and keep the counters that outlive a case. The tables of categories have the same names as in the
 * documents' file, so that the same category filter in SQL serves both.
 */
export class Cases1763900000000 implements MigrationInterface {
  readonly name = 'Cases1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE category_paths (
      id INTEGER PRIMARY KEY,
      home TEXT NOT NULL,
      display TEXT NOT NULL)`);
    await runner.query('CREATE INDEX category_paths_by_display ON category_paths (display, home)');
    await runner.query(`CREATE TABLE category_prefixes (
      prefix TEXT NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
      PRIMARY KEY (prefix, path_id)) WITHOUT ROWID`);

    await runner.query(`CREATE TABLE cbr_cases (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      case_id TEXT NOT NULL UNIQUE,
      query TEXT NOT NULL,
      category_path TEXT NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id),
      content TEXT NOT NULL,
      quality_score REAL NOT NULL CHECK (quality_score BETWEEN 0 AND 1),
      usage_count INTEGER NOT NULL CHECK (usage_count >= 0),
      success_rate REAL NOT NULL CHECK (success_rate BETWEEN 0 AND 1),
      metadata TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL)`);
    await runner.query('CREATE INDEX cbr_cases_by_path ON cbr_cases (path_id, id)');
    await runner.query('CREATE INDEX cbr_cases_by_usage ON cbr_cases (usage_count DESC, quality_score DESC, case_id)');
    // Vectors that a provider made: they cost time or money. The built-in embedding makes its own again at the start.
    await runner.query(`CREATE TABLE cbr_vectors (
      case_row INTEGER PRIMARY KEY REFERENCES cbr_cases (id) ON DELETE CASCADE,
      model TEXT NOT NULL,
      vector BLOB NOT NULL)`);

    await runner.query(`CREATE TABLE cbr_logs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      log_id TEXT NOT NULL,
      timestamp TEXT NOT NULL,
      query TEXT NOT NULL,
      category_path TEXT,
      suggested_case_ids TEXT NOT NULL,
      picked_case_ids TEXT NOT NULL,
      success_flag INTEGER,
      feedback TEXT,
      execution_time_ms REAL NOT NULL,
      similarity_method TEXT NOT NULL,
      user_id TEXT NOT NULL,
      UNIQUE (user_id, log_id))`);
    await runner.query('CREATE INDEX cbr_logs_by_user ON cbr_logs (user_id, id)');
    await runner.query('CREATE INDEX cbr_logs_by_success ON cbr_logs (user_id, success_flag, id)');
    // The subject of a log and the features of each suggested case at that time: the training data of the selector.
    await runner.query(`CREATE TABLE cbr_log_cases (
      log INTEGER NOT NULL REFERENCES cbr_logs (id) ON DELETE CASCADE,
      rank INTEGER NOT NULL,
      case_id TEXT NOT NULL,
      features TEXT,
      PRIMARY KEY (log, rank)) WITHOUT ROWID`);
    await runner.query('CREATE INDEX cbr_log_cases_by_case ON cbr_log_cases (case_id)');
    await runner.query(`CREATE TABLE cbr_feedback (
      user_id TEXT NOT NULL,
      log_id TEXT NOT NULL,
      case_id TEXT NOT NULL,
      feedback TEXT NOT NULL,
      success INTEGER,
      quality_change REAL NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id),
      created_at TEXT NOT NULL,
      PRIMARY KEY (user_id, log_id, case_id)) WITHOUT ROWID`);
    await runner.query('CREATE INDEX cbr_feedback_by_case ON cbr_feedback (case_id)');

    await runner.query(`CREATE TABLE cbr_interaction_counts (
      path_id INTEGER PRIMARY KEY REFERENCES category_paths (id),
      rated INTEGER NOT NULL,
      successful INTEGER NOT NULL)`);
    await runner.query(`CREATE TABLE cbr_suggestion_counts (
      user_id TEXT NOT NULL,
      similarity_method TEXT NOT NULL,
      suggestions INTEGER NOT NULL,
      total_ms REAL NOT NULL,
      PRIMARY KEY (user_id, similarity_method)) WITHOUT ROWID`);
    await runner.query('CREATE TABLE cbr_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'cbr_settings',
      'cbr_suggestion_counts',
      'cbr_interaction_counts',
      'cbr_feedback',
      'cbr_log_cases',
      'cbr_logs',
      'cbr_vectors',
      'cbr_cases',
      'category_prefixes',
      'category_paths',
    ])
      await runner.query(`DROP TABLE ${table}`);
  }
}
