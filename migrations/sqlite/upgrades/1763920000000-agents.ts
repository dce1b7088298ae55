import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents made of categories, in the same file as the documents: an acknowledged agent survives what an acknowledged document survives. */
export class Agents1763920000000 implements MigrationInterface {
  readonly name = 'Agents1763920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE agents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      agent_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      taxonomy_version TEXT NOT NULL,
      allowed_paths TEXT NOT NULL,
      word_top_k INTEGER NOT NULL,
      vector_top_k INTEGER NOT NULL,
      candidates INTEGER NOT NULL,
      final_top_k INTEGER NOT NULL,
      review_below REAL NOT NULL,
      tools TEXT NOT NULL,
      created_at TEXT NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agents');
  }
}
