import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The history of improvements, and the causes of a session's failures. */
export class Improvements1764310000000 implements MigrationInterface {
  readonly name = 'Improvements1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    // Rows are only added; a deleted improvement keeps its rows.
    await runner.query(`CREATE TABLE improvement_audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      improvement_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      at TEXT NOT NULL,
      by TEXT NOT NULL,
      action TEXT NOT NULL,
      detail TEXT NOT NULL)`);
    await runner.query('CREATE INDEX improvement_audit_by_improvement ON improvement_audit (improvement_id, id)');
    // Counterfactuals are run once, when the session ends: a report that is asked for later shows the same.
    await runner.query(`CREATE TABLE test_findings (
      session_id TEXT PRIMARY KEY REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      findings TEXT NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_findings');
    await runner.query('DROP TABLE improvement_audit');
  }
}
