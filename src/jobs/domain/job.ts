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

/** Where jobs can be looked up, also after a restart. */
export abstract class JobRecords {
  abstract find(jobId: string): Promise<Job | undefined>;
  /** Newest first. @param owner whose jobs they must be; undefined lists all @param after id behind which the list begins */
  abstract list(owner: string | undefined, after: string | undefined, limit: number): Promise<readonly Job[]>;
}

/** Remembers the jobs of the one process that there is. */
export abstract class JobStore extends JobRecords {
  abstract create(job: Job): Promise<void>;
  abstract update(job: Job): Promise<void>;
  /** Marks jobs that a dead process left unfinished as failed. */
  abstract failUnfinished(reason: string): Promise<void>;
}
