import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people think of answers, and which answers a person should look at. */
export class Feedback1764400000000 implements MigrationInterface {
  readonly name = 'Feedback1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    // A turn that needs no review has no reason; a turn leaves the queue when its conversation is deleted.
    await runner.query('ALTER TABLE conversation_turns ADD COLUMN confidence REAL');
    await runner.query('ALTER TABLE conversation_turns ADD COLUMN review_below REAL');
    await runner.query('ALTER TABLE conversation_turns ADD COLUMN review_reason TEXT');
    await runner.query('CREATE INDEX conversation_turns_by_trace ON conversation_turns (trace_id)');
    await runner.query(
      'CREATE INDEX conversation_turns_to_review ON conversation_turns (id) WHERE review_reason IS NOT NULL',
    );
    // Question and answer are kept with the feedback: traces and conversations end before it is used.
    await runner.query(`CREATE TABLE answer_feedback (
      trace_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      feedback TEXT NOT NULL,
      comment TEXT,
      correction TEXT,
      gold_document_id TEXT,
      gold_quote TEXT,
      question TEXT NOT NULL,
      answer TEXT NOT NULL,
      outcome TEXT NOT NULL,
      detail TEXT NOT NULL,
      case_id TEXT,
      given_at TEXT NOT NULL,
      asked_in TEXT,
      PRIMARY KEY (trace_id, owner))`);
    await runner.query('CREATE INDEX answer_feedback_by_owner ON answer_feedback (owner, feedback, given_at)');
    await runner.query(`CREATE TABLE review_decisions (
      review_id TEXT PRIMARY KEY,
      decision TEXT NOT NULL,
      answer TEXT NOT NULL,
      comment TEXT,
      decided_by TEXT NOT NULL,
      decided_at TEXT NOT NULL,
      case_id TEXT)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE review_decisions');
    await runner.query('DROP TABLE answer_feedback');
    await runner.query('DROP INDEX conversation_turns_to_review');
    await runner.query('DROP INDEX conversation_turns_by_trace');
    for (const column of ['review_reason', 'review_below', 'confidence'])
      await runner.query(`ALTER TABLE conversation_turns DROP COLUMN ${column}`);
  }
}
