import type { MigrationInterface, QueryRunner } from 'typeorm';

/** work.db: whose request made a version of the configuration. */
export class ConfigurationAuthors1765760000000 implements MigrationInterface {
  readonly name = 'ConfigurationAuthors1765760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE configuration_versions ADD COLUMN created_by TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE configuration_versions DROP COLUMN created_by');
  }
}
