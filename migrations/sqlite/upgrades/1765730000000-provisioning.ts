import type { MigrationInterface, QueryRunner } from 'typeorm';

/** access.db: people and groups of a directory (SCIM 2.0). */
export class Provisioning1765730000000 implements MigrationInterface {
  readonly name = 'Provisioning1765730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE scim_users (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      scim_id TEXT NOT NULL UNIQUE,
      user_name TEXT NOT NULL,
      folded_name TEXT NOT NULL UNIQUE,
      external_id TEXT,
      display_name TEXT,
      given_name TEXT,
      family_name TEXT,
      email TEXT,
      active INTEGER NOT NULL,
      user_id TEXT,
      created_at TEXT NOT NULL,
      changed_at TEXT NOT NULL)`);
    await runner.query('CREATE INDEX scim_users_by_external_id ON scim_users (external_id)');
    await runner.query('CREATE INDEX scim_users_by_user ON scim_users (user_id)');
    await runner.query(`CREATE TABLE scim_groups (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      scim_id TEXT NOT NULL UNIQUE,
      display_name TEXT NOT NULL UNIQUE,
      external_id TEXT,
      created_at TEXT NOT NULL,
      changed_at TEXT NOT NULL)`);
    await runner.query(`CREATE TABLE scim_members (
      group_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      PRIMARY KEY (group_id, member_id)) WITHOUT ROWID`);
    await runner.query('CREATE INDEX scim_members_by_member ON scim_members (member_id)');
    await runner.query(`ALTER TABLE users ADD COLUMN login_names TEXT NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN login_names');
    for (const table of ['scim_members', 'scim_groups', 'scim_users']) await runner.query(`DROP TABLE ${table}`);
  }
}
