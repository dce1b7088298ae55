import type { MigrationInterface, QueryRunner } from 'typeorm';

/** access.db: people who sign in at an OpenID provider, their sessions, what their groups there give them, and keys that belong to them. */
export class Users1765700000000 implements MigrationInterface {
  readonly name = 'Users1765700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE users (
      user_id TEXT PRIMARY KEY NOT NULL,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      name TEXT NOT NULL,
      email TEXT,
      provider_groups TEXT NOT NULL,
      deactivated_at TEXT,
      created_at TEXT NOT NULL,
      confirmed_at TEXT NOT NULL,
      UNIQUE (issuer, subject))`);
    await runner.query(`CREATE TABLE user_sessions (
      token_hash TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
      created_at TEXT NOT NULL,
      used_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      confirmed_at TEXT NOT NULL,
      sealed_refresh_token TEXT)`);
    await runner.query('CREATE INDEX user_sessions_by_user ON user_sessions (user_id)');
    await runner.query('CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_at)');
    await runner.query(`CREATE TABLE group_mappings (
      version INTEGER PRIMARY KEY NOT NULL,
      rules TEXT NOT NULL,
      created_at TEXT NOT NULL,
      created_by TEXT NOT NULL)`);
    await runner.query('ALTER TABLE api_keys ADD COLUMN owner TEXT');
    await runner.query('CREATE INDEX api_keys_by_owner ON api_keys (owner)');
  }

  /** An earlier release does not limit a key by the rights of its owner: such keys end by going back. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM api_keys WHERE owner IS NOT NULL');
    await runner.query('DROP INDEX api_keys_by_owner');
    await runner.query('ALTER TABLE api_keys DROP COLUMN owner');
    await runner.query('DROP TABLE group_mappings');
    await runner.query('DROP TABLE user_sessions');
    await runner.query('DROP TABLE users');
  }
}
