import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { queueSchema } from './create-pg-boss.js';

/** A process without its lock for this time is dead; one whose connection broke has it again within a second or two. */
export const DEAD_AFTER_MS = 3_000;

/** Records since when jobs belong to a process without a lock. */
export class DeadWorkerDetector {
  private readonly since = new Map<string, number>();

  /** @param seen all current jobs of such processes @param nowMs the time @returns those whose process is dead */
  dead(seen: readonly { readonly jobId: string; readonly process: number }[], nowMs: number): string[] {
    const now = new Map(seen.map(({ jobId, process }) => [`${jobId} ${process}`, jobId]));
    for (const known of this.since.keys()) if (!now.has(known)) this.since.delete(known);
    for (const which of now.keys()) if (!this.since.has(which)) this.since.set(which, nowMs);
    return [...now].flatMap(([which, jobId]) =>
      nowMs - (this.since.get(which) ?? nowMs) >= DEAD_AFTER_MS ? [jobId] : [],
    );
  }
}

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
