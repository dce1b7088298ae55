import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Titles that people gave to conversations, what an answer needs to be shown again, and conversations that are shared by link. */
export const conversationTitles: PostgresMigration = {
  name: '1765610000000-conversation-titles',
  up: `
    ALTER TABLE conversations ADD COLUMN title text;
    ALTER TABLE conversation_turns ADD COLUMN details text NOT NULL DEFAULT '{}';
    CREATE INDEX conversations_by_owner ON conversations (owner, updated_at, conversation_id);
    CREATE TABLE conversation_shares (
      share_id text PRIMARY KEY,
      conversation_id text NOT NULL,
      owner text NOT NULL,
      trace_ids text NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE);
    CREATE INDEX conversation_shares_by_conversation ON conversation_shares (conversation_id, owner);`,
  down: `
    DROP TABLE conversation_shares;
    DROP INDEX conversations_by_owner;
    ALTER TABLE conversation_turns DROP COLUMN details;
    ALTER TABLE conversations DROP COLUMN title;`,
};
