import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Answers of /v1/responses that their callers read again; they end with the conversation that they belong to. */
export const storedResponses: PostgresMigration = {
  name: '1765200000000-stored-responses',
  up: `
    CREATE TABLE stored_responses (
      response_id text PRIMARY KEY,
      owner text NOT NULL,
      conversation_id text NOT NULL,
      trace_id text NOT NULL,
      previous_id text,
      question text NOT NULL,
      body text NOT NULL,
      sources text NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      FOREIGN KEY (conversation_id, owner) REFERENCES conversations (conversation_id, owner) ON DELETE CASCADE);
    CREATE INDEX stored_responses_by_owner ON stored_responses (owner, created_at);
    CREATE INDEX stored_responses_by_conversation ON stored_responses (conversation_id, owner);`,
  down: 'DROP TABLE stored_responses;',
};
