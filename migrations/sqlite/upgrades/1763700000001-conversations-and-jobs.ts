import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The service's own records: conversations, traces, jobs. Separate from the documents, which others may back up. */
export class ConversationsAndJobs1763700000001 implements MigrationInterface {
  readonly name = 'ConversationsAndJobs1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE conversations (
      conversation_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      PRIMARY KEY (conversation_id, owner))`);
    await runner.query(`CREATE TABLE conversation_turns (
      id INTEGER PRIMARY KEY,
      conversation_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      message TEXT NOT NULL,
      completed_question TEXT NOT NULL,
      response TEXT NOT NULL,
      sources TEXT NOT NULL,
      trace_id TEXT NOT NULL,
      created_at TEXT NOT NULL,
      FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE)`);
    await runner.query(
      'CREATE INDEX conversation_turns_by_conversation ON conversation_turns (conversation_id, owner, id)',
    );
    await runner.query(`CREATE TABLE traces (
      trace_id TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      created_at TEXT NOT NULL,
      events TEXT NOT NULL)`);
    await runner.query('CREATE INDEX traces_by_time ON traces (created_at)');
    await runner.query(`CREATE TABLE jobs (
      job_id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      done INTEGER NOT NULL,
      total INTEGER NOT NULL,
      error TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['jobs', 'traces', 'conversation_turns', 'conversations'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
