import type { MigrationInterface, QueryRunner } from 'typeorm';

/** work.db: labels that people give to the rows of a test session. */
export class TestLabels1765770000000 implements MigrationInterface {
  readonly name = 'TestLabels1765770000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE test_labels (
      session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      caller TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      result_id TEXT NOT NULL,
      label TEXT NOT NULL,
      completes INTEGER NOT NULL,
      PRIMARY KEY (session_id, caller, reviewer, result_id)) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_labels');
  }
}
