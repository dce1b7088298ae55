import { Injectable, Logger } from '@nestjs/common';
import { IdGenerator } from '../../shared/domain/ids.js';
import { JobProgress, JobRunner } from '../../shared/domain/job-runner.js';
import { Job, JobStore } from '../domain/job.js';

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

  async start(kind: string, work: (progress: JobProgress, signal: AbortSignal) => Promise<void>): Promise<string> {
    const job: Job = { jobId: this.ids.next('job'), kind, status: 'queued', done: 0, total: 1, error: null };
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

  private async run(queued: Job, work: (progress: JobProgress, signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.stop.signal.aborted) return this.store.update({ ...queued, status: 'cancelled' });
    let job: Job = { ...queued, status: 'running' };
    const save = (change: Partial<Job>) => {
      job = { ...job, ...change };
      return this.store.update(job);
    };
    await save({});
    try {
      await work((done, total) => void save({ done, total }), this.stop.signal);
      await save({ status: 'succeeded', done: job.total });
    } catch (error) {
      this.logger.error({ err: error, job_id: job.jobId }, `job ${job.kind} failed`);
      await save({
        status: this.stop.signal.aborted ? 'cancelled' : 'failed',
        error: 'The job failed; the server log has the cause under this job_id.',
      });
    }
  }
}
