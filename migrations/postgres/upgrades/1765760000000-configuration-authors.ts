import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Whose request made a version of the configuration. */
export const configurationAuthors: PostgresMigration = {
  name: '1765760000000-configuration-authors',
  up: 'ALTER TABLE configuration_versions ADD COLUMN created_by text',
  down: 'ALTER TABLE configuration_versions DROP COLUMN created_by',
};
