import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { Job, JobStore } from '../domain/job.js';
import { JobRow, toJob } from './job-row.js';

@Injectable()
export class SqliteJobStore extends JobStore {
  constructor(
    private readonly database: WorkDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  create(job: Job): Promise<void> {
    const now = this.clock.now().toISOString();
    this.database.writer
      .prepare(
        'INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(job.jobId, job.kind, job.status, job.done, job.total, job.error, job.owner, now, now);
    return Promise.resolve();
  }

  update(job: Job): Promise<void> {
    this.database.writer
      .prepare('UPDATE jobs SET status = ?, done = ?, total = ?, error = ?, updated_at = ? WHERE job_id = ?')
      .run(job.status, job.done, job.total, job.error, this.clock.now().toISOString(), job.jobId);
    return Promise.resolve();
  }

  find(jobId: string): Promise<Job | undefined> {
    const row = this.database.reader.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_id = ?').get(jobId);
    return Promise.resolve(row === undefined ? undefined : toJob(row));
  }

  list(owner: string | undefined, after: string | undefined, limit: number): Promise<readonly Job[]> {
    const rows = this.database.reader
      .prepare<[string | null, string | null, string | null, number], JobRow>(
        `SELECT * FROM jobs WHERE owner IS ifnull(?, owner)
           AND (? IS NULL OR (created_at, job_id) < (SELECT created_at, job_id FROM jobs WHERE job_id = ?))
         ORDER BY created_at DESC, job_id DESC LIMIT ?`,
      )
      .all(owner ?? null, after ?? null, after ?? null, limit);
    return Promise.resolve(rows.map(toJob));
  }

  failUnfinished(reason: string): Promise<void> {
    this.database.writer
      .prepare("UPDATE jobs SET status = 'failed', error = ? WHERE status IN ('queued', 'running')")
      .run(reason);
    return Promise.resolve();
  }
}
