import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources of documents that stay in step, the files that are stored of them, and the reports of their runs. */
export class Sources1765400000000 implements MigrationInterface {
  readonly name = 'Sources1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sources (
      source_id TEXT PRIMARY KEY NOT NULL,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      UNIQUE (owner, name))`);
    await runner.query('CREATE TABLE source_starts (source_id TEXT PRIMARY KEY NOT NULL, planned_at TEXT NOT NULL)');
    await runner.query(`CREATE TABLE source_files (
      source_id TEXT NOT NULL,
      path TEXT NOT NULL,
      document_id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      hash TEXT NOT NULL,
      version TEXT NOT NULL,
      fields TEXT NOT NULL,
      documents TEXT NOT NULL,
      PRIMARY KEY (source_id, path))`);
    await runner.query(`CREATE TABLE source_runs (
      run_id TEXT PRIMARY KEY NOT NULL,
      source_id TEXT NOT NULL,
      place INTEGER NOT NULL,
      report TEXT NOT NULL)`);
    await runner.query('CREATE INDEX source_runs_by_source ON source_runs (source_id, place)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['source_runs', 'source_files', 'source_starts', 'sources'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
