import { JobData, JobEnd } from '../../shared/domain/job-runner.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { HeldEntries, KindLoad, QueueLoad } from '../domain/job-queue.js';

/** An unfinished job and its entry in the queue. */
export interface QueueEntry {
  readonly jobId: string;
  readonly kind: string;
  readonly status: string;
  readonly data: JobData;
  /** Attempts so far. */
  readonly attempt: number;
}

/** Read-only queries on the jobs of all processes. */
export class QueueReads {
  constructor(private readonly database: PostgresDatabase) {}

  /**
   * Unfinished jobs, locked until the end of the transaction. @param condition on jobs `j` and job_queue_entries `o`
   */
  entries(condition: Sql): Promise<readonly QueueEntry[]> {
    return this.database.query(
      sql`SELECT o.job_id AS "jobId", j.kind, j.status, o.data, o.attempt FROM job_queue_entries o JOIN jobs j USING (job_id)
          WHERE ${condition} FOR UPDATE`,
    );
  }

  /** Entries of this process by job id. */
  async held(): Promise<HeldEntries> {
    const rows = await this.database.query<{ job_id: string; queue_id: string; cancelling: boolean }>(
      sql`SELECT o.job_id, o.queue_id::text, o.cancelling FROM jobs j JOIN job_queue_entries o USING (job_id)
          WHERE j.status = 'running' AND j.process = ${this.database.process}`,
    );
    return new Map(rows.map((row) => [row.job_id, { queueId: row.queue_id, isCancelling: row.cancelling }]));
  }

  async unfinished(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ key: string }>(
      sql`SELECT key FROM job_queue_entries WHERE key = ANY(${keys}::text[])`,
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Undefined for an unfinished job; an unknown job has succeeded. */
  async endOf(jobId: string): Promise<JobEnd | undefined> {
    const row = await this.database.one<{ status: string }>(sql`SELECT status FROM jobs WHERE job_id = ${jobId}`);
    switch (row?.status) {
      case 'queued':
      case 'running':
        return undefined;
      case 'failed':
      case 'cancelled':
        return row.status;
      default:
        return 'succeeded';
    }
  }

  async load(): Promise<QueueLoad> {
    const kinds = await this.database.query<KindLoad>(
      sql`SELECT j.kind, count(*) FILTER (WHERE status = 'queued') AS queued, count(*) FILTER (WHERE status = 'running') AS running,
            coalesce(extract(epoch FROM now() - min(updated_at::timestamptz) FILTER (WHERE status = 'queued')), 0)::float8 AS "oldestQueuedS"
          FROM jobs j JOIN job_queue_entries USING (job_id) GROUP BY j.kind`,
    );
    const dead = await this.database.one<{ letters: number }>(
      sql`SELECT count(*)::int AS letters FROM job_dead_letters`,
    );
    return { kinds, deadLetters: dead?.letters ?? 0 };
  }
}
