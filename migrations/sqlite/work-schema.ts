/** work.db: conversations, traces, jobs, test sessions and the audit log, apart from the documents, which others may back up. */
export const WORK_SCHEMA_SQL = `
  CREATE TABLE conversations (
    conversation_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (conversation_id, owner));
  CREATE TABLE conversation_turns (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    message TEXT NOT NULL,
    completed_question TEXT NOT NULL,
    response TEXT NOT NULL,
    sources TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    confidence REAL,
    review_below REAL,
    -- Null where no review is needed.
    review_reason TEXT,
    -- The documents that a model read for the answer: checked with its quotes whenever the answer is shown again.
    grounds TEXT NOT NULL DEFAULT '[]',
    FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE);
  CREATE INDEX conversation_turns_by_conversation ON conversation_turns (conversation_id, owner, id);
  CREATE INDEX conversation_turns_by_trace ON conversation_turns (trace_id);
  CREATE INDEX conversation_turns_to_review ON conversation_turns (id) WHERE review_reason IS NOT NULL;
  -- Answers of /v1/responses, deleted with the conversation that they belong to.
  CREATE TABLE stored_responses (
    response_id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    previous_id TEXT,
    question TEXT NOT NULL,
    body TEXT NOT NULL,
    sources TEXT NOT NULL,
    created_at TEXT NOT NULL,
    FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE);
  CREATE INDEX stored_responses_by_owner ON stored_responses (owner, created_at);
  CREATE INDEX stored_responses_by_conversation ON stored_responses (conversation_id, owner);
  CREATE TABLE traces (
    trace_id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at TEXT NOT NULL,
    events TEXT NOT NULL,
    configuration TEXT);
  CREATE INDEX traces_by_time ON traces (created_at);

  -- Feedback keeps question and answer: traces and conversations are deleted before it is used.
  CREATE TABLE answer_feedback (
    trace_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    feedback TEXT NOT NULL,
    comment TEXT,
    correction TEXT,
    gold_document_id TEXT,
    gold_quote TEXT,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    outcome TEXT NOT NULL,
    detail TEXT NOT NULL,
    case_id TEXT,
    given_at TEXT NOT NULL,
    -- The test session that asked the question again.
    session_id TEXT,
    PRIMARY KEY (trace_id, owner));
  CREATE INDEX answer_feedback_by_owner ON answer_feedback (owner, feedback, given_at);
  CREATE TABLE review_decisions (
    review_id TEXT PRIMARY KEY,
    decision TEXT NOT NULL,
    answer TEXT NOT NULL,
    comment TEXT,
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    case_id TEXT);

  -- Document sources that are synchronized, the files that are stored from them, and the reports of their runs.
  CREATE TABLE sources (
    source_id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    UNIQUE (owner, name));
  CREATE TABLE source_starts (source_id TEXT PRIMARY KEY NOT NULL, planned_at TEXT NOT NULL);
  CREATE TABLE source_files (
    source_id TEXT NOT NULL,
    path TEXT NOT NULL,
    document_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    hash TEXT NOT NULL,
    version TEXT NOT NULL,
    fields TEXT NOT NULL,
    documents TEXT NOT NULL,
    PRIMARY KEY (source_id, path));
  CREATE TABLE source_runs (
    run_id TEXT PRIMARY KEY NOT NULL,
    source_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    report TEXT NOT NULL);
  CREATE INDEX source_runs_by_source ON source_runs (source_id, position);

  -- owner is the key that started the job; null for jobs of the server itself.
  CREATE TABLE jobs (
    job_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    error TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    owner TEXT);
  CREATE TABLE configuration_versions (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL,
    files_hash TEXT NOT NULL,
    patches TEXT NOT NULL,
    document TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)));
  CREATE UNIQUE INDEX configuration_active ON configuration_versions (active) WHERE active = 1;
  -- One row for each day (UTC), so that a budget survives a restart.
  CREATE TABLE llm_spending (
    day TEXT PRIMARY KEY,
    calls INTEGER NOT NULL,
    usd REAL NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL);

  -- outcome is a column of its own: listing a thousand sessions reads no plans and no results.
  CREATE TABLE test_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    session TEXT NOT NULL,
    outcome TEXT);
  CREATE INDEX test_sessions_by_owner ON test_sessions (owner, id);
  CREATE TABLE test_plans (
    session_id TEXT PRIMARY KEY REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    personas TEXT NOT NULL,
    questions TEXT NOT NULL);
  -- The journal: an answer is saved before it is evaluated, so that it is never requested twice.
  CREATE TABLE test_answers (
    session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    result_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (session_id, result_id, attempt)) WITHOUT ROWID;
  CREATE TABLE test_results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    result_id TEXT NOT NULL,
    question_id TEXT NOT NULL,
    verdict TEXT NOT NULL,
    result TEXT NOT NULL,
    UNIQUE (session_id, result_id));
  -- What rates and comparisons need of a result, which is a hundred times as large. A column of test_results would be stored after
  -- the result: reading it would read all of its pages.
  CREATE TABLE test_result_summaries (
    session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    result_id TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (session_id, result_id)) WITHOUT ROWID;
  CREATE TABLE test_schedules (
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    owner TEXT NOT NULL,
    schedule TEXT NOT NULL,
    last_run TEXT,
    PRIMARY KEY (owner, id)) WITHOUT ROWID;
  -- Systems under test that an administrator configured over HTTP.
  CREATE TABLE test_targets (
    name TEXT PRIMARY KEY NOT NULL,
    position INTEGER NOT NULL,
    target TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE test_datasets (
    dataset_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    questions INTEGER NOT NULL,
    items TEXT NOT NULL,
    PRIMARY KEY (owner, dataset_id)) WITHOUT ROWID;
  CREATE TABLE test_improvements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    improvement_id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    improvement TEXT NOT NULL);
  CREATE INDEX test_improvements_by_owner ON test_improvements (owner, id);
  -- Append-only: the lines of a deleted improvement remain.
  CREATE TABLE improvement_audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    improvement_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL);
  CREATE INDEX improvement_audit_by_improvement ON improvement_audit (improvement_id, id);
  -- Counterfactuals run once, when the session ends: every later report shows the same findings.
  CREATE TABLE test_findings (
    session_id TEXT PRIMARY KEY REFERENCES test_sessions (session_id) ON DELETE CASCADE,
    findings TEXT NOT NULL);
  CREATE TABLE test_judge_scorecards (key TEXT PRIMARY KEY, scorecard TEXT NOT NULL) WITHOUT ROWID;
  -- Replies of language models, so that judging again pays for no reply twice.
  CREATE TABLE test_model_replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE audit_entries (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    request_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    route TEXT NOT NULL,
    filter TEXT,
    agent_id TEXT,
    action TEXT NOT NULL,
    question TEXT,
    shown TEXT NOT NULL,
    detail TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL);
  CREATE INDEX audit_entries_by_caller ON audit_entries (caller, seq);
  CREATE INDEX audit_entries_by_time ON audit_entries (at);
  -- The entry that the chain continues from after retention deleted its start.
  CREATE TABLE audit_anchor (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL);
  INSERT INTO audit_anchor (id, seq, hash) VALUES (1, 0, '${'0'.repeat(64)}');
  CREATE TRIGGER audit_entries_bu BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END;
  CREATE TRIGGER audit_entries_bd BEFORE DELETE ON audit_entries
    WHEN OLD.seq > (SELECT seq FROM audit_anchor)
    BEGIN SELECT RAISE(ABORT, 'entries of the audit log are removed by retention only'); END;
  CREATE TRIGGER audit_anchor_bu BEFORE UPDATE ON audit_anchor WHEN NEW.seq < OLD.seq
    BEGIN SELECT RAISE(ABORT, 'the audit log is never put back'); END;`;
