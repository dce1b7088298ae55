import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/**
 * An account belongs to the person of the directory whose external id its claim names. Earlier joins by a user name or an address are
 * released, since anybody may choose these at some providers; so are all but the first person of an account.
 */
export const linkedAccounts: PostgresMigration = {
  name: '1765810000000-linked-accounts',
  up: `
    ALTER TABLE users ADD COLUMN link_id text;
    UPDATE users SET link_id = subject;
    CREATE INDEX users_by_link ON users (link_id);
    UPDATE scim_users SET user_id = NULL WHERE NOT EXISTS (
      SELECT 1 FROM users u WHERE u.user_id = scim_users.user_id AND u.subject = scim_users.external_id);
    UPDATE scim_users SET user_id = NULL WHERE EXISTS (
      SELECT 1 FROM scim_users p WHERE p.user_id = scim_users.user_id AND p.number < scim_users.number);`,
  down: `
    DROP INDEX users_by_link;
    ALTER TABLE users DROP COLUMN link_id;`,
};
