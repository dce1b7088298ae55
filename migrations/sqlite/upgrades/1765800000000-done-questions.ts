import type { MigrationInterface, QueryRunner } from 'typeorm';

/** work.db: what editors did about a question: when it was done, by whom, their note, and what came of asking it again (JSON). */
export class DoneQuestions1765800000000 implements MigrationInterface {
  readonly name = 'DoneQuestions1765800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['done_at', 'done_by', 'done_note', 'asked_again'])
      await runner.query(`ALTER TABLE conversation_turns ADD COLUMN ${column} TEXT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['asked_again', 'done_note', 'done_by', 'done_at'])
      await runner.query(`ALTER TABLE conversation_turns DROP COLUMN ${column}`);
  }
}
