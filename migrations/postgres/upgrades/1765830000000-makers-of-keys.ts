import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** The person who made a key, with whom it ends. Nobody recorded it of earlier keys. */
export const makersOfKeys: PostgresMigration = {
  name: '1765830000000-makers-of-keys',
  up: 'ALTER TABLE api_keys ADD COLUMN created_by text;',
  // An earlier release does not end a key with its maker: the keys of ended people end by going back.
  down: `
    DELETE FROM api_keys WHERE created_by IN (SELECT user_id FROM users WHERE deactivated_at IS NOT NULL);
    ALTER TABLE api_keys DROP COLUMN created_by;`,
};
