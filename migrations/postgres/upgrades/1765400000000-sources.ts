import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Sources of documents that stay in step, the files that are stored of them, and the reports of their runs. */
export const sources: PostgresMigration = {
  name: '1765400000000-sources',
  up: `
    CREATE TABLE sources (
      source_id text PRIMARY KEY,
      owner text NOT NULL,
      name text COLLATE "C" NOT NULL,
      settings text NOT NULL,
      UNIQUE (owner, name));
    CREATE TABLE source_starts (source_id text PRIMARY KEY, planned_at text COLLATE "C" NOT NULL);
    CREATE TABLE source_files (
      source_id text NOT NULL,
      path text COLLATE "C" NOT NULL,
      document_id text NOT NULL UNIQUE,
      state text NOT NULL,
      hash text NOT NULL,
      version text NOT NULL,
      fields text NOT NULL,
      documents text NOT NULL,
      PRIMARY KEY (source_id, path));
    CREATE TABLE source_runs (
      run_id text PRIMARY KEY,
      source_id text NOT NULL,
      place bigint NOT NULL,
      report text NOT NULL);
    CREATE INDEX source_runs_by_source ON source_runs (source_id, place);`,
  down: 'DROP TABLE source_runs; DROP TABLE source_files; DROP TABLE source_starts; DROP TABLE sources;',
};
