export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface Job {
  readonly jobId: string;
  readonly kind: string;
  readonly status: JobStatus;
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  /** Id of the caller who started it; null for the server's own work. */
  readonly owner: string | null;
}

/** A stored job with its times, ISO 8601. */
export interface StoredJob extends Job {
  readonly createdAt: string;
  /** Of its last change: of its end, for an ended one. */
  readonly updatedAt: string;
}

/** Stores the jobs of a single process; they are readable after a restart, too. */
export abstract class JobStore {
  abstract find(jobId: string): Promise<StoredJob | undefined>;
  /**
   * Newest first. @param owner whose jobs are listed; undefined lists all @param after id after which the list begins
   */
  abstract list(owner: string | undefined, after: string | undefined, limit: number): Promise<readonly StoredJob[]>;
  abstract create(job: Job): Promise<void>;
  abstract update(job: Job): Promise<void>;
  /** Marks unfinished jobs of a dead process as failed. */
  abstract failUnfinished(reason: string): Promise<void>;
}
