import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/**
 * The queue is in the tables of the program instead of the schema `<schema>_queue` that pg-boss had. Unfinished jobs and dead letters of pg-boss
 * 10 to 12 are taken over; a running job is queued again with the attempts that are left.
 */
export const queueInTables: PostgresMigration = {
  name: '1765750000000-queue-in-tables',
  up: `
    ALTER TABLE job_queue_entries
      -- The latest attempt.
      ALTER COLUMN queue_id DROP NOT NULL,
      ADD COLUMN kind text,
      ADD COLUMN data jsonb,
      ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY,
      -- Attempts so far.
      ADD COLUMN attempt integer NOT NULL DEFAULT 0,
      ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
      -- Set while a process has it; afterwards another may take it, even if that process lives.
      ADD COLUMN taken_until timestamptz;
    -- Jobs without a further attempt, for 14 days.
    CREATE TABLE job_dead_letters (
      job_id text PRIMARY KEY,
      kind text NOT NULL,
      data jsonb NOT NULL,
      reason text NOT NULL,
      failed_at timestamptz NOT NULL DEFAULT now());
    DO $$
    DECLARE
      queue text;
    BEGIN
      FOREACH queue IN ARRAY ARRAY[current_schema() || '_queue_old', current_schema() || '_queue'] LOOP
        IF to_regclass(format('%I.job', queue)) IS NOT NULL THEN
          EXECUTE format('UPDATE job_queue_entries e SET data = coalesce(q.data->''data'', ''{}''), attempt = q.retry_count
            FROM %I.job q WHERE q.id = e.queue_id AND q.state::text IN (''created'', ''retry'', ''active'')', queue);
          EXECUTE format('INSERT INTO job_dead_letters (job_id, kind, data, reason, failed_at)
            SELECT j.job_id, j.kind, coalesce(q.data->''data'', ''{}''), coalesce(q.output::text, j.error, ''''), q.created_on
            FROM %I.job q JOIN jobs j ON j.job_id = q.data->>''jobId'' WHERE q.name = ''dead-letters''
            ON CONFLICT DO NOTHING', queue);
          EXECUTE format('DROP SCHEMA %I CASCADE', queue);
        END IF;
      END LOOP;
    END $$;
    DELETE FROM job_queue_entries WHERE data IS NULL;
    UPDATE job_queue_entries SET kind = j.kind FROM jobs j WHERE j.job_id = job_queue_entries.job_id;
    UPDATE jobs SET status = 'queued' WHERE status = 'running' AND EXISTS (SELECT 1 FROM job_queue_entries o WHERE o.job_id = jobs.job_id);
    ALTER TABLE job_queue_entries ALTER COLUMN kind SET NOT NULL, ALTER COLUMN data SET NOT NULL;
    CREATE INDEX job_queue_entries_waiting ON job_queue_entries (kind, position) WHERE taken_until IS NULL;
  `,
  // The older program fails the jobs whose entries are gone, and says that they can be started again.
  down: `
    DELETE FROM job_queue_entries;
    DROP TABLE job_dead_letters;
    ALTER TABLE job_queue_entries
      DROP COLUMN kind, DROP COLUMN data, DROP COLUMN position, DROP COLUMN attempt, DROP COLUMN due_at, DROP COLUMN taken_until,
      ALTER COLUMN queue_id SET NOT NULL;
  `,
};
