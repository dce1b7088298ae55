import type { MigrationInterface, QueryRunner } from 'typeorm';

/** access.db: external ids of people whom the directory removed, so that nobody signs in as one of them later. */
export class RemovedPeople1765820000000 implements MigrationInterface {
  readonly name = 'RemovedPeople1765820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE scim_removed (external_id TEXT NOT NULL PRIMARY KEY, removed_at TEXT NOT NULL) WITHOUT ROWID',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scim_removed');
  }
}
