import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Jobs that have not ended, with their positions in the queue. A job has a row here from its start to its end. */
export const queuedJobs: PostgresMigration = {
  name: '1764600000001-queued-jobs',
  up: `
    CREATE TABLE job_orders (
      job_id text PRIMARY KEY REFERENCES jobs (job_id) ON DELETE CASCADE,
      -- The entry of the queue, in a schema of its own; a job that is given back gets another.
      queue_id uuid NOT NULL UNIQUE,
      -- At most one unfinished job has it.
      key text UNIQUE,
      cancelling boolean NOT NULL DEFAULT false);`,
  down: 'DROP TABLE job_orders;',
};
