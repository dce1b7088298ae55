import { Injectable, Logger } from '@nestjs/common';
import { IdGenerator } from '../../shared/domain/ids.js';
import { JobProgress, JobRunner } from '../../shared/domain/job-runner.js';
import { Job, JobStore } from '../domain/job.js';

/** What a job does; it stops when the signal fires. */
type JobWork = (progress: JobProgress, signal: AbortSignal) => Promise<void>;

/** Runs jobs inside this process, one of a kind at a time. */
@Injectable()
export class RunJobsInProcess extends JobRunner {
  private readonly logger = new Logger('jobs');
  private readonly tails = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly store: JobStore,
    private readonly ids: IdGenerator,
  ) {
    super();
  }

  async start(kind: string, work: JobWork, owner?: string): Promise<string> {
    const jobId = this.ids.next('job');
    const job: Job = { jobId, kind, status: 'queued', done: 0, total: 1, error: null, owner: owner ?? null };
    await this.store.create(job);
    const before = this.tails.get(kind) ?? Promise.resolve();
    this.tails.set(
      kind,
      before.then(() => this.run(job, work)),
    );
    return job.jobId;
  }

  /** Asks running jobs to stop and waits for them. */
  async shutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.tails.values());
  }

  /** Never rejects: a store that fails must neither end the process nor hold up later jobs of this kind. */
  private async run(queued: Job, work: JobWork): Promise<void> {
    let job: Job = { ...queued, status: this.stopped() ? 'cancelled' : 'running' };
    const save = async (change: Partial<Job>): Promise<void> => {
      job = { ...job, ...change };
      await this.store
        .update(job)
        .catch((error: unknown) =>
          this.logger.error({ err: error, job_id: job.jobId }, 'the state of a job could not be stored'),
        );
    };
    await save({});
    if (job.status === 'cancelled') return;
    try {
      await work((done, total) => void save({ done, total }), this.stop.signal);
      await save({ status: 'succeeded', done: job.total });
    } catch (error) {
      this.logger.error({ err: error, job_id: job.jobId }, `job ${job.kind} failed`);
      await save(
        this.stopped()
          ? { status: 'cancelled', error: 'The server stopped before the job was done; start it again.' }
          : { status: 'failed', error: 'The job failed; the server log has the cause under this job_id.' },
      );
    }
  }

  private stopped(): boolean {
    return this.stop.signal.aborted;
  }
}
