import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What calls to a language model cost, a row for each day (UTC), so that a budget survives a restart. */
export class LlmSpending1764230000000 implements MigrationInterface {
  readonly name = 'LlmSpending1764230000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE llm_spending (
      day TEXT PRIMARY KEY,
      calls INTEGER NOT NULL,
      usd REAL NOT NULL,
      input_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE llm_spending');
  }
}
