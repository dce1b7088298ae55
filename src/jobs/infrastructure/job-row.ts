import { Job, JobStatus } from '../domain/job.js';

/** A row of jobs. */
export interface JobRow {
  readonly job_id: string;
  readonly kind: string;
  readonly status: JobStatus;
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  readonly owner: string | null;
}

export function toJob(row: JobRow): Job {
  return {
    jobId: row.job_id,
    kind: row.kind,
    status: row.status,
    done: row.done,
    total: row.total,
    error: row.error,
    owner: row.owner,
  };
}
