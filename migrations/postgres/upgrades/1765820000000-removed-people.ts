import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** External ids of people whom the directory removed, so that nobody signs in as one of them later. */
export const removedPeople: PostgresMigration = {
  name: '1765820000000-removed-people',
  up: 'CREATE TABLE scim_removed (external_id text PRIMARY KEY, removed_at text NOT NULL);',
  down: 'DROP TABLE scim_removed;',
};
