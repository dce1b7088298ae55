import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * access.db: an account belongs to the person of the directory whose external id its claim names. Earlier joins by a user name or an address
 * are released, since anybody may choose these at some providers; so are all but the first person of an account.
 */
export class LinkedAccounts1765810000000 implements MigrationInterface {
  readonly name = 'LinkedAccounts1765810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN link_id TEXT');
    await runner.query('UPDATE users SET link_id = subject');
    await runner.query('CREATE INDEX users_by_link ON users (link_id)');
    await runner.query(`UPDATE scim_users SET user_id = NULL WHERE NOT EXISTS (
      SELECT 1 FROM users u WHERE u.user_id = scim_users.user_id AND u.subject = scim_users.external_id)`);
    await runner.query(`UPDATE scim_users SET user_id = NULL WHERE EXISTS (
      SELECT 1 FROM scim_users p WHERE p.user_id = scim_users.user_id AND p.number < scim_users.number)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_by_link');
    await runner.query('ALTER TABLE users DROP COLUMN link_id');
  }
}
