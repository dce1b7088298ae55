import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issued keys, in a separate file: it must survive a power cut and must not be in a backup of documents. */
export class ApiKeys1763910000000 implements MigrationInterface {
  readonly name = 'ApiKeys1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    // The row number orders the list and is never reused, so that a page's cursor stays valid.
    await runner.query(`CREATE TABLE api_keys (
      "row" INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      prefix TEXT NOT NULL UNIQUE,
      secret_hash TEXT NOT NULL,
      name TEXT NOT NULL,
      scopes TEXT NOT NULL,
      allowed_category_paths TEXT,
      created_at TEXT NOT NULL,
      expires_at TEXT,
      last_used_at TEXT)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
