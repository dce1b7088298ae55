import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { queueSchema } from './create-pg-boss.js';

const LEFT = 'The job is no longer in the queue; start it again.';

/**
 * Fails jobs that no process will ever take: a restored store contains their records, but the queue has no entry of
 * them.
 */
export async function failOrphanedJobs(database: PostgresDatabase): Promise<void> {
  const queue = trusted(`"${queueSchema(database)}".job`);
  await database.change(
    sql`DELETE FROM job_queue_entries o WHERE NOT EXISTS (SELECT 1 FROM ${queue} q WHERE q.id = o.queue_id)`,
  );
  await database.change(sql`UPDATE jobs SET status = 'failed', error = ${LEFT} WHERE status IN ('queued', 'running')
    AND NOT EXISTS (SELECT 1 FROM job_queue_entries o WHERE o.job_id = jobs.job_id)`);
}
