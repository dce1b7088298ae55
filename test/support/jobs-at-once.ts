import { CurrentRights } from '../../src/shared/domain/current-rights.js';
import { AllValid } from './fake-rights.js';
import { IdGenerator } from '../../src/shared/domain/ids.js';
import { JobEnd, JobOrder } from '../../src/shared/domain/job-runner.js';
import { RunJobsInProcess } from '../../src/jobs/application/run-jobs-in-process.js';
import { OwnedWork } from '../../src/jobs/application/owned-work.js';
import { Job, JobStore, StoredJob } from '../../src/jobs/domain/job.js';
import { JobCounts } from '../../src/jobs/application/job-worker.js';

/** Keeps every state that a job went through. */
export class RememberingJobs extends JobStore {
  readonly states: Job[] = [];
  create(job: Job): Promise<void> {
    this.states.push(job);
    return Promise.resolve();
  }
  update(job: Job): Promise<void> {
    return this.create(job);
  }
  find(jobId: string): Promise<StoredJob | undefined> {
    const found = this.states.findLast((job) => job.jobId === jobId);
    return Promise.resolve(found && { ...found, createdAt: '', updatedAt: '' });
  }
  list(): Promise<readonly StoredJob[]> {
    return Promise.resolve([]);
  }
  failUnfinished(): Promise<void> {
    return Promise.resolve();
  }
  statuses(jobId: string): string[] {
    return this.states.filter((job) => job.jobId === jobId).map((job) => job.status);
  }
}

/** Ids that can be foreseen. */
export class CountedIds extends IdGenerator {
  private count = 0;
  next(prefix: string): string {
    return `${prefix}_${++this.count}`;
  }
}

/** Runs jobs in memory, as the embedded store's runner does. */
export class JobsAtOnce extends RunJobsInProcess {
  /** Kind of each job that was started. */
  readonly startedKinds: string[] = [];
  private readonly started: Promise<JobEnd>[] = [];

  constructor(rights: CurrentRights = new AllValid()) {
    super(new RememberingJobs(), new CountedIds(), new JobCounts(), new OwnedWork(rights));
  }

  override async start(kind: string, order: JobOrder = {}): Promise<string> {
    this.startedKinds.push(kind);
    const jobId = await super.start(kind, order);
    this.started.push(this.ended(jobId, new AbortController().signal));
    return jobId;
  }

  /** Waits until every job has ended. */
  async idle(): Promise<void> {
    for (let ended = this.started.shift(); ended !== undefined; ended = this.started.shift()) await ended;
  }
}
