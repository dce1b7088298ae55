import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { JobRunner } from '../../shared/domain/job-runner.js';
import { Job, StoredJob } from '../domain/job.js';
import { ReadJob } from './read-job.js';

/** Who cancels a job. */
export interface Canceller {
  readonly id: string;
  /** Whether the caller sees and may cancel the jobs of others, and those of the server. */
  readonly isAdministrator: boolean;
}

/** Cancels a background job whose work can be stopped at any step. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly reading: ReadJob,
    private readonly runner: JobRunner,
  ) {}

  /** Whether a request would be accepted. */
  isCancellable({ kind, status, owner }: Job, by: Canceller): boolean {
    const isUnfinished = status === 'queued' || status === 'running';
    return isUnfinished && this.runner.isCancellable(kind) && (by.isAdministrator || owner === by.id);
  }

  /**
   * Cancels an unfinished job and waits up to 15 s for its end. What it has done stays.
   * @returns the job; still running if its work has not reacted yet
   * @throws NotFoundError, also for the job of somebody else; ConflictError if it has ended or is of a kind that is not
   * cancelled here
   */
  async cancel(jobId: string, by: Canceller): Promise<StoredJob> {
    const owner = by.isAdministrator ? undefined : by.id;
    const job = await this.reading.read(jobId, owner);
    if (job.status === 'cancelled') return job;
    if (job.status === 'succeeded' || job.status === 'failed')
      throw new ConflictError(`The job has ended (${job.status}); there is nothing to cancel.`);
    if (!this.runner.isCancellable(job.kind))
      throw new ConflictError(
        `A job of the kind '${job.kind}' is not cancelled here. Cancel a test session by POST /test-sessions/{id}/cancel, pause a source by PUT /sources/{id}; other work of the server ends by itself.`,
      );
    await this.runner.cancelJob(jobId);
    return this.reading.read(jobId, owner);
  }
}
