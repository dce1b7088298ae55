import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Test sessions: their questions, the raw answers, and the results. */
export class TestSessions1763940000000 implements MigrationInterface {
  readonly name = 'TestSessions1763940000000';

  async up(runner: QueryRunner): Promise<void> {
    // `outcome` is apart from `session`, so that a list of a thousand sessions reads no plans and no results.
    await runner.query(`CREATE TABLE test_sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL UNIQUE,
      owner TEXT NOT NULL,
      status TEXT NOT NULL,
      created_at TEXT NOT NULL,
      session TEXT NOT NULL,
      outcome TEXT)`);
    await runner.query('CREATE INDEX test_sessions_by_owner ON test_sessions (owner, id)');
    await runner.query(`CREATE TABLE test_plans (
      session_id TEXT PRIMARY KEY REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      personas TEXT NOT NULL,
      questions TEXT NOT NULL)`);
    // The journal: an answer is kept before anything is made of it, so that it is never asked for twice.
    await runner.query(`CREATE TABLE test_answers (
      session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      result_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (session_id, result_id, attempt)) WITHOUT ROWID`);
    await runner.query(`CREATE TABLE test_results (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      result_id TEXT NOT NULL,
      question_id TEXT NOT NULL,
      verdict TEXT NOT NULL,
      result TEXT NOT NULL,
      UNIQUE (session_id, result_id))`);
    await runner.query(`CREATE TABLE test_schedules (
      id TEXT NOT NULL,
      place INTEGER NOT NULL,
      owner TEXT NOT NULL,
      schedule TEXT NOT NULL,
      last_run TEXT,
      PRIMARY KEY (owner, id)) WITHOUT ROWID`);
    await runner.query(`CREATE TABLE test_improvements (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      improvement_id TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      owner TEXT NOT NULL,
      status TEXT NOT NULL,
      improvement TEXT NOT NULL)`);
    await runner.query('CREATE INDEX test_improvements_by_owner ON test_improvements (owner, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'test_improvements',
      'test_schedules',
      'test_results',
      'test_answers',
      'test_plans',
      'test_sessions',
    ])
      await runner.query(`DROP TABLE ${table}`);
  }
}
