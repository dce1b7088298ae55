import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What rates and comparisons need of a result, as the embedded store has it. */
export const resultGists: PostgresMigration = {
  name: '1764600000000-result-gists',
  up: `
    CREATE TABLE test_gists (
      session_id text NOT NULL REFERENCES test_sessions (session_id) ON DELETE CASCADE,
      result_id text NOT NULL,
      gist text NOT NULL,
      PRIMARY KEY (session_id, result_id));`,
  down: 'DROP TABLE test_gists;',
};
