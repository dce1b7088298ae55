import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of the configuration, one of them active; and which of them each trace was made with. */
export class ConfigurationVersions1763930000000 implements MigrationInterface {
  readonly name = 'ConfigurationVersions1763930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE configuration_versions (
      version INTEGER PRIMARY KEY AUTOINCREMENT,
      hash TEXT NOT NULL,
      files_hash TEXT NOT NULL,
      patches TEXT NOT NULL,
      document TEXT NOT NULL,
      note TEXT NOT NULL,
      created_at TEXT NOT NULL,
      active INTEGER NOT NULL CHECK (active IN (0, 1)))`);
    await runner.query('CREATE UNIQUE INDEX configuration_active ON configuration_versions (active) WHERE active = 1');
    await runner.query('ALTER TABLE traces ADD COLUMN configuration TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traces DROP COLUMN configuration');
    await runner.query('DROP TABLE configuration_versions');
  }
}
