import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of /v1/responses that their callers read again; they end with the conversation that they belong to. */
export class StoredResponses1765200000000 implements MigrationInterface {
  readonly name = 'StoredResponses1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE stored_responses (
      response_id TEXT PRIMARY KEY NOT NULL,
      owner TEXT NOT NULL,
      conversation_id TEXT NOT NULL,
      trace_id TEXT NOT NULL,
      previous_id TEXT,
      question TEXT NOT NULL,
      body TEXT NOT NULL,
      sources TEXT NOT NULL,
      created_at TEXT NOT NULL,
      FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE)`);
    await runner.query('CREATE INDEX stored_responses_by_owner ON stored_responses (owner, created_at)');
    await runner.query('CREATE INDEX stored_responses_by_conversation ON stored_responses (conversation_id, owner)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stored_responses');
  }
}
