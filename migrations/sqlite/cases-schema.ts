/**
 * cbr_system.db, the case base (B-O4). cbr_cases and cbr_logs have the columns of the specification; the other tables link feedback to
 * suggestions and hold the counters that outlive a case. The category tables have the names of those in documents.db, so that one
 * category filter in SQL serves both.
 */
export const CASES_SCHEMA_SQL = `
  CREATE TABLE category_paths (
    id INTEGER PRIMARY KEY,
    origin_path TEXT NOT NULL,
    current_path TEXT NOT NULL);
  CREATE INDEX category_paths_by_current_path ON category_paths (current_path, origin_path);
  CREATE TABLE category_prefixes (
    prefix TEXT NOT NULL,
    path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
    PRIMARY KEY (prefix, path_id)) WITHOUT ROWID;

  CREATE TABLE cbr_cases (
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
    updated_at TEXT NOT NULL,
    -- The documents that the case was made from; null where a person wrote it, or an earlier release made it.
    sources TEXT);
  CREATE INDEX cbr_cases_by_path ON cbr_cases (path_id, id);
  CREATE INDEX cbr_cases_by_usage ON cbr_cases (usage_count DESC, quality_score DESC, case_id);
  -- Vectors from a provider, which cost time or money. The built-in embedding is computed again at each start.
  CREATE TABLE cbr_vectors (
    case_row INTEGER PRIMARY KEY REFERENCES cbr_cases (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL);

  CREATE TABLE cbr_logs (
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
    UNIQUE (user_id, log_id));
  CREATE INDEX cbr_logs_by_user ON cbr_logs (user_id, id);
  CREATE INDEX cbr_logs_by_success ON cbr_logs (user_id, success_flag, id);
  -- The features of each suggested case at the time of the suggestion: the selector learns from them.
  CREATE TABLE cbr_log_cases (
    log INTEGER NOT NULL REFERENCES cbr_logs (id) ON DELETE CASCADE,
    rank INTEGER NOT NULL,
    case_id TEXT NOT NULL,
    features TEXT,
    PRIMARY KEY (log, rank)) WITHOUT ROWID;
  CREATE INDEX cbr_log_cases_by_case ON cbr_log_cases (case_id);
  CREATE TABLE cbr_feedback (
    user_id TEXT NOT NULL,
    log_id TEXT NOT NULL,
    case_id TEXT NOT NULL,
    feedback TEXT NOT NULL,
    success INTEGER,
    quality_change REAL NOT NULL,
    path_id INTEGER NOT NULL REFERENCES category_paths (id),
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, log_id, case_id)) WITHOUT ROWID;
  CREATE INDEX cbr_feedback_by_case ON cbr_feedback (case_id);

  CREATE TABLE cbr_interaction_counts (
    path_id INTEGER PRIMARY KEY REFERENCES category_paths (id),
    rated INTEGER NOT NULL,
    successful INTEGER NOT NULL);
  CREATE TABLE cbr_suggestion_counts (
    user_id TEXT NOT NULL,
    similarity_method TEXT NOT NULL,
    suggestions INTEGER NOT NULL,
    total_ms REAL NOT NULL,
    PRIMARY KEY (user_id, similarity_method)) WITHOUT ROWID;
  CREATE TABLE cbr_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);`;
