import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the insights count of an answer: its outcome, its time and what was degraded. Times of earlier answers are not known. */
export class TurnOutcomes1765710000000 implements MigrationInterface {
  readonly name = 'TurnOutcomes1765710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversation_turns ADD COLUMN outcome TEXT');
    await runner.query('ALTER TABLE conversation_turns ADD COLUMN took_ms INTEGER');
    await runner.query("ALTER TABLE conversation_turns ADD COLUMN degraded TEXT NOT NULL DEFAULT '[]'");
    await runner.query(`UPDATE conversation_turns SET outcome = CASE
        WHEN json_extract(details, '$.isSmallTalk') = 1 THEN 'small_talk'
        WHEN json_extract(details, '$.abstained') = 1 THEN 'abstained'
        WHEN json_extract(details, '$.abstained') = 0 THEN 'answered' END
      WHERE details <> '{}'`);
    // Holds all that the figures need, so that none of them reads the answers.
    await runner.query(
      'CREATE INDEX conversation_turns_by_time ON conversation_turns (created_at, owner, outcome, took_ms, confidence, degraded, trace_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX conversation_turns_by_time');
    await runner.query('ALTER TABLE conversation_turns DROP COLUMN degraded');
    await runner.query('ALTER TABLE conversation_turns DROP COLUMN took_ms');
    await runner.query('ALTER TABLE conversation_turns DROP COLUMN outcome');
  }
}
