import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What the insights count of an answer: its outcome, its time and what was degraded. Times of earlier answers are not known. */
export const turnOutcomes: PostgresMigration = {
  name: '1765710000000-turn-outcomes',
  up: `
    ALTER TABLE conversation_turns ADD COLUMN outcome text;
    ALTER TABLE conversation_turns ADD COLUMN took_ms bigint;
    ALTER TABLE conversation_turns ADD COLUMN degraded text NOT NULL DEFAULT '[]';
    UPDATE conversation_turns SET outcome = CASE
        WHEN CAST(details AS jsonb)->>'isSmallTalk' = 'true' THEN 'small_talk'
        WHEN CAST(details AS jsonb)->>'abstained' = 'true' THEN 'abstained'
        WHEN CAST(details AS jsonb)->>'abstained' = 'false' THEN 'answered' END
      WHERE details <> '{}';
    ALTER TABLE conversation_turns ALTER COLUMN created_at TYPE text COLLATE "C";
    CREATE INDEX conversation_turns_by_time ON conversation_turns (created_at, owner, outcome, took_ms, confidence)
      INCLUDE (degraded, trace_id);`,
  down: `
    DROP INDEX conversation_turns_by_time;
    ALTER TABLE conversation_turns ALTER COLUMN created_at TYPE text COLLATE "default";
    ALTER TABLE conversation_turns DROP COLUMN degraded;
    ALTER TABLE conversation_turns DROP COLUMN took_ms;
    ALTER TABLE conversation_turns DROP COLUMN outcome;`,
};
