import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { Job, JobStore } from '../domain/job.js';
import { JobRow, toJob } from './job-row.js';

/** Jobs in the shared store, each with the process that works on it: another replica's job is not a dead one. */
@Injectable()
export class PostgresJobStore extends JobStore {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async create(job: Job): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.database
      .change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at, process)
      VALUES (${job.jobId}, ${job.kind}, ${job.status}, ${job.done}, ${job.total}, ${job.error}, ${job.owner}, ${now}, ${now},
        ${this.database.process})`);
  }

  /** One after another: progress that arrived after the end would undo it. */
  update(job: Job): Promise<void> {
    const now = this.clock.now().toISOString();
    const written = this.tail.then(() =>
      this.database
        .change(sql`UPDATE jobs SET status = ${job.status}, done = ${job.done}, total = ${job.total}, error = ${job.error},
        updated_at = ${now}, process = ${this.database.process} WHERE job_id = ${job.jobId}`),
    );
    this.tail = written.catch(() => undefined);
    return written.then(() => undefined);
  }

  async find(jobId: string): Promise<Job | undefined> {
    const row = await this.database.one<JobRow>(sql`SELECT * FROM jobs WHERE job_id = ${jobId}`);
    return row === undefined ? undefined : toJob(row);
  }

  async failUnfinished(reason: string): Promise<void> {
    await this.database.change(sql`UPDATE jobs SET status = 'failed', error = ${reason}
      WHERE status IN ('queued', 'running') AND process <> ${this.database.process} AND NOT ${this.database.isAlive('jobs.process')}`);
  }
}
