import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that were given out; in a file of their own, since it must survive a power cut and belongs in no backup of documents. */
export class ApiKeys1763910000000 implements MigrationInterface {
  readonly name = 'ApiKeys1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    // The row number orders the list and is never given twice, so that a page's cursor stays where it was.
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
