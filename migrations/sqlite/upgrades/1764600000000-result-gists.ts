import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What rates and comparisons need of a result, apart from the result, which is a hundred times as large. */
export class ResultGists1764600000000 implements MigrationInterface {
  readonly name = 'ResultGists1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    // A column of test_results would follow the result in the row: a read of it would load all overflow pages.
    await runner.query(`CREATE TABLE test_gists (
      session_id TEXT NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      result_id TEXT NOT NULL,
      gist TEXT NOT NULL,
      PRIMARY KEY (session_id, result_id)) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_gists');
  }
}
