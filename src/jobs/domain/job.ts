export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface Job {
  readonly jobId: string;
  readonly kind: string;
  readonly status: JobStatus;
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  /** Id of the caller who asked for it; null for the server's own work. */
  readonly owner: string | null;
}

/** Remembers jobs, so that their outcome can be read after a restart. */
export abstract class JobStore {
  abstract create(job: Job): Promise<void>;
  abstract update(job: Job): Promise<void>;
  abstract find(jobId: string): Promise<Job | undefined>;
  /** Marks jobs that a dead process left unfinished as failed. */
  abstract failUnfinished(reason: string): Promise<void>;
}
