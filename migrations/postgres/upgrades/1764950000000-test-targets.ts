import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Systems under test that an administrator configured over HTTP. */
export const testTargets: PostgresMigration = {
  name: '1764950000000-test-targets',
  up: `
    CREATE TABLE test_targets (
      name text COLLATE "C" PRIMARY KEY,
      place integer NOT NULL,
      target text NOT NULL);`,
  down: 'DROP TABLE test_targets;',
};
