import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { Job, JobRecords } from '../domain/job.js';
import { JobRow, toJob } from './job-row.js';

/** Jobs of all processes. What is in them is written by the queue. */
@Injectable()
export class PostgresJobRecords extends JobRecords {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async find(jobId: string): Promise<Job | undefined> {
    const row = await this.database.one<JobRow>(sql`SELECT * FROM jobs WHERE job_id = ${jobId}`);
    return row === undefined ? undefined : toJob(row);
  }

  async list(owner: string | undefined, after: string | undefined, limit: number): Promise<readonly Job[]> {
    const mine = owner === undefined ? sql`true` : sql`owner = ${owner}`;
    const older =
      after === undefined
        ? sql`true`
        : sql`(created_at, job_id) < (SELECT created_at, job_id FROM jobs WHERE job_id = ${after})`;
    const rows = await this.database.query<JobRow>(
      sql`SELECT * FROM jobs WHERE ${mine} AND ${older} ORDER BY created_at DESC, job_id DESC LIMIT ${limit}`,
    );
    return rows.map(toJob);
  }
}
