import type { MigrationInterface, QueryRunner } from 'typeorm';

/** work.db: what calls to language models cost each day, by model, agent and caller. Days of earlier releases have no shares. */
export class SpendingShares1765790000000 implements MigrationInterface {
  readonly name = 'SpendingShares1765790000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE llm_spending_shares (
      day TEXT NOT NULL,
      model TEXT NOT NULL,
      agent TEXT NOT NULL,
      caller TEXT NOT NULL,
      calls INTEGER NOT NULL,
      usd REAL NOT NULL,
      input_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL,
      PRIMARY KEY (day, model, agent, caller)) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE llm_spending_shares');
  }
}
