import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A team's own questions, for test sessions. */
export class TestDatasets1765400000001 implements MigrationInterface {
  readonly name = 'TestDatasets1765400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE test_datasets (
      dataset_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at TEXT NOT NULL,
      questions INTEGER NOT NULL,
      items TEXT NOT NULL,
      PRIMARY KEY (owner, dataset_id)) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_datasets');
  }
}
