import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What editors did about a question: when it was done, by whom, their note, and what came of asking it again (JSON). */
export const doneQuestions: PostgresMigration = {
  name: '1765800000000-done-questions',
  up: `
    ALTER TABLE conversation_turns ADD COLUMN done_at text;
    ALTER TABLE conversation_turns ADD COLUMN done_by text;
    ALTER TABLE conversation_turns ADD COLUMN done_note text;
    ALTER TABLE conversation_turns ADD COLUMN asked_again text;`,
  down: `
    ALTER TABLE conversation_turns DROP COLUMN asked_again;
    ALTER TABLE conversation_turns DROP COLUMN done_note;
    ALTER TABLE conversation_turns DROP COLUMN done_by;
    ALTER TABLE conversation_turns DROP COLUMN done_at;`,
};
