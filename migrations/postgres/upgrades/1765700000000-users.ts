import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** People who sign in at an OpenID provider, their sessions, what their groups there give them, and keys that belong to them. */
export const users: PostgresMigration = {
  name: '1765700000000-users',
  up: `
    CREATE TABLE users (
      user_id text PRIMARY KEY,
      issuer text NOT NULL,
      subject text NOT NULL,
      name text NOT NULL,
      email text,
      provider_groups text NOT NULL,
      deactivated_at text,
      created_at text NOT NULL,
      confirmed_at text NOT NULL,
      UNIQUE (issuer, subject));
    CREATE TABLE user_sessions (
      token_hash text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
      created_at text NOT NULL,
      used_at text NOT NULL,
      expires_at text NOT NULL,
      confirmed_at text NOT NULL,
      sealed_refresh_token text);
    CREATE INDEX user_sessions_by_user ON user_sessions (user_id);
    CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_at);
    CREATE TABLE group_mappings (
      version bigint PRIMARY KEY,
      rules text NOT NULL,
      created_at text NOT NULL,
      created_by text NOT NULL);
    ALTER TABLE api_keys ADD COLUMN owner text;
    CREATE INDEX api_keys_by_owner ON api_keys (owner);`,
  // An earlier release does not limit a key by the rights of its owner: such keys end by going back.
  down: `
    DELETE FROM api_keys WHERE owner IS NOT NULL;
    DROP INDEX api_keys_by_owner;
    ALTER TABLE api_keys DROP COLUMN owner;
    DROP TABLE group_mappings;
    DROP TABLE user_sessions;
    DROP TABLE users;`,
};
