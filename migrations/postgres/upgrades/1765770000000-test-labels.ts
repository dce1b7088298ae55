import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Labels that people give to the rows of a test session. */
export const testLabels: PostgresMigration = {
  name: '1765770000000-test-labels',
  up: `
    CREATE TABLE test_labels (
      session_id text NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      caller text COLLATE "C" NOT NULL,
      reviewer text COLLATE "C" NOT NULL,
      result_id text COLLATE "C" NOT NULL,
      label text NOT NULL,
      completes integer NOT NULL,
      PRIMARY KEY (session_id, caller, reviewer, result_id));
  `,
  down: 'DROP TABLE test_labels',
};
