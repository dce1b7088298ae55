import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a judge is worth, measured; and replies of language models, so that judging again pays for nothing twice. */
export class Judging1764300000000 implements MigrationInterface {
  readonly name = 'Judging1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE test_judge_cards (key TEXT PRIMARY KEY, card TEXT NOT NULL) WITHOUT ROWID');
    await runner.query('CREATE TABLE test_model_replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_model_replies');
    await runner.query('DROP TABLE test_judge_cards');
  }
}
