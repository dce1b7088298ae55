import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** A team's own questions, for test sessions. */
export const testDatasets: PostgresMigration = {
  name: '1765400000001-test-datasets',
  up: `
    CREATE TABLE test_datasets (
      dataset_id text COLLATE "C" NOT NULL,
      owner text NOT NULL,
      name text NOT NULL,
      created_at text NOT NULL,
      questions integer NOT NULL,
      items text NOT NULL,
      PRIMARY KEY (owner, dataset_id));`,
  down: 'DROP TABLE test_datasets;',
};
