import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What people think of answers, which of them a person should look at, and the audit log, as the embedded store has them. */
export const feedbackAndAudit: PostgresMigration = {
  name: '1764500000003-feedback-and-audit',
  up: `
    ALTER TABLE conversation_turns ADD COLUMN confidence double precision;
    ALTER TABLE conversation_turns ADD COLUMN review_below double precision;
    ALTER TABLE conversation_turns ADD COLUMN review_reason text;
    CREATE INDEX conversation_turns_by_trace ON conversation_turns (trace_id);
    CREATE INDEX conversation_turns_to_review ON conversation_turns (id) WHERE review_reason IS NOT NULL;
    CREATE INDEX conversations_by_time ON conversations (updated_at);
    CREATE TABLE answer_feedback (
      trace_id text COLLATE "C" NOT NULL,
      owner text NOT NULL,
      feedback text NOT NULL,
      comment text,
      correction text,
      gold_document_id text,
      gold_quote text,
      question text NOT NULL,
      answer text NOT NULL,
      outcome text NOT NULL,
      detail text NOT NULL,
      case_id text,
      given_at text COLLATE "C" NOT NULL,
      asked_in text,
      PRIMARY KEY (trace_id, owner));
    CREATE INDEX answer_feedback_by_owner ON answer_feedback (owner, feedback, given_at);
    CREATE TABLE review_decisions (
      review_id text PRIMARY KEY,
      decision text NOT NULL,
      answer text NOT NULL,
      comment text,
      decided_by text NOT NULL,
      decided_at text NOT NULL,
      case_id text);

    CREATE TABLE audit_entries (
      seq bigint PRIMARY KEY,
      at text COLLATE "C" NOT NULL,
      request_id text NOT NULL,
      caller text NOT NULL,
      route text NOT NULL,
      filter text,
      agent_id text,
      action text NOT NULL,
      question text,
      shown text NOT NULL,
      detail text,
      previous_hash text NOT NULL,
      hash text NOT NULL);
    CREATE INDEX audit_entries_by_caller ON audit_entries (caller, seq);
    CREATE INDEX audit_entries_by_time ON audit_entries (at);
    CREATE TABLE audit_anchor (singleton integer PRIMARY KEY CHECK (singleton = 1), seq bigint NOT NULL, hash text NOT NULL);
    INSERT INTO audit_anchor VALUES (1, 0, '${'0'.repeat(64)}');
    CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'entries of the audit log are never changed'; END IF;
        IF OLD.seq > (SELECT seq FROM audit_anchor) THEN
          RAISE EXCEPTION 'entries of the audit log are removed by retention only';
        END IF;
        RETURN OLD;
      END $body$;
    CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION audit_refuses();`,
  down: `
    DROP TABLE audit_entries, audit_anchor, review_decisions, answer_feedback;
    DROP FUNCTION audit_refuses;
    DROP INDEX conversations_by_time;
    DROP INDEX conversation_turns_to_review;
    DROP INDEX conversation_turns_by_trace;
    ALTER TABLE conversation_turns DROP COLUMN review_reason, DROP COLUMN review_below, DROP COLUMN confidence;`,
};
