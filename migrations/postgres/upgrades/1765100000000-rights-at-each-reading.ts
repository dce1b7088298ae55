import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Stored answers are checked at each reading: stores the sources of answers and cases, and the expiry of keys. */
export const rightsAtEachReading: PostgresMigration = {
  name: '1765100000000-rights-at-each-reading',
  up: `
    ALTER TABLE conversation_turns ADD COLUMN grounds text NOT NULL DEFAULT '[]';
    -- Null where a person wrote the case, or an earlier release made it.
    ALTER TABLE cbr_cases ADD COLUMN sources text;
    ALTER TABLE api_keys ADD COLUMN expired_at text;
    CREATE TABLE latest_time (id integer PRIMARY KEY CHECK (id = 1), seen_at text NOT NULL);`,
  down: `
    DROP TABLE latest_time;
    ALTER TABLE api_keys DROP COLUMN expired_at;
    ALTER TABLE cbr_cases DROP COLUMN sources;
    ALTER TABLE conversation_turns DROP COLUMN grounds;`,
};
