import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The documents that a model read for an answer: checked with its quotes whenever the answer is shown again. */
export class GroundsOfAnswers1765100000000 implements MigrationInterface {
  readonly name = 'GroundsOfAnswers1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE conversation_turns ADD COLUMN grounds TEXT NOT NULL DEFAULT '[]'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversation_turns DROP COLUMN grounds');
  }
}
