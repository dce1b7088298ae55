import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { Job, JobStore, JobStatus, StoredJob } from '../domain/job.js';

/** A row of jobs. */
export interface JobRow {
  readonly job_id: string;
  readonly kind: string;
  readonly status: JobStatus;
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  readonly owner: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

function toJob(row: JobRow): StoredJob {
  return {
    jobId: row.job_id,
    kind: row.kind,
    status: row.status,
    done: row.done,
    total: row.total,
    error: row.error,
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Stored jobs. In the shared store they are those of all processes, and the queue writes them. */
@Injectable()
export class SqlJobStore extends JobStore {
  constructor(
    private readonly store: WorkSqlStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  async create(job: Job): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.store
      .change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at)
      VALUES (${job.jobId}, ${job.kind}, ${job.status}, ${job.done}, ${job.total}, ${job.error}, ${job.owner}, ${now}, ${now})`);
  }

  async update(job: Job): Promise<void> {
    await this.store.change(sql`UPDATE jobs SET status = ${job.status}, done = ${job.done}, total = ${job.total},
      error = ${job.error}, updated_at = ${this.clock.now().toISOString()} WHERE job_id = ${job.jobId}`);
  }

  async find(jobId: string): Promise<StoredJob | undefined> {
    const row = await this.store.one<JobRow>(sql`SELECT * FROM jobs WHERE job_id = ${jobId}`);
    return row === undefined ? undefined : toJob(row);
  }

  async list(owner: string | undefined, after: string | undefined, limit: number): Promise<readonly StoredJob[]> {
    const mine = owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`;
    const older =
      after === undefined
        ? sql`1 = 1`
        : sql`(created_at, job_id) < (SELECT created_at, job_id FROM jobs WHERE job_id = ${after})`;
    const rows = await this.store.query<JobRow>(
      sql`SELECT * FROM jobs WHERE ${mine} AND ${older} ORDER BY created_at DESC, job_id DESC LIMIT ${limit}`,
    );
    return rows.map(toJob);
  }

  async failUnfinished(reason: string): Promise<void> {
    await this.store.change(
      sql`UPDATE jobs SET status = 'failed', error = ${reason} WHERE status IN ('queued', 'running')`,
    );
  }
}
