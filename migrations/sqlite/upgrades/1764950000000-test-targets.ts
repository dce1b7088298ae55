import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Systems under test that an administrator configured over HTTP. */
export class TestTargets1764950000000 implements MigrationInterface {
  readonly name = 'TestTargets1764950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE test_targets (
      name TEXT PRIMARY KEY NOT NULL,
      place INTEGER NOT NULL,
      target TEXT NOT NULL) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_targets');
  }
}
