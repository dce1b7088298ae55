import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Titles that people gave to conversations, what an answer needs to be shown again, and conversations that are shared by link. */
export class ConversationTitles1765610000000 implements MigrationInterface {
  readonly name = 'ConversationTitles1765610000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversations ADD COLUMN title TEXT');
    await runner.query("ALTER TABLE conversation_turns ADD COLUMN details TEXT NOT NULL DEFAULT '{}'");
    await runner.query('CREATE INDEX conversations_by_owner ON conversations (owner, updated_at, conversation_id)');
    await runner.query(`CREATE TABLE conversation_shares (
      share_id TEXT PRIMARY KEY NOT NULL,
      conversation_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      trace_ids TEXT NOT NULL,
      created_at TEXT NOT NULL,
      FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE)`);
    await runner.query(
      'CREATE INDEX conversation_shares_by_conversation ON conversation_shares (conversation_id, owner)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conversation_shares');
    await runner.query('DROP INDEX conversations_by_owner');
    await runner.query('ALTER TABLE conversation_turns DROP COLUMN details');
    await runner.query('ALTER TABLE conversations DROP COLUMN title');
  }
}
