import { Injectable, Logger } from '@nestjs/common';
import { OwnerEndedError } from '../../shared/domain/current-rights.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { dataOf, JobEnd, JobKind, JobOrder } from '../../shared/domain/job-runner.js';
import { Job, JobStore } from '../domain/job.js';
import { CANCEL_LIMIT_MS, JobWorker, JobCounts } from './job-worker.js';
import { OwnedWork } from './owned-work.js';

/** An unfinished job. */
interface Unfinished {
  job: Job;
  readonly work: JobKind;
  readonly order: JobOrder;
  readonly controller: AbortController;
  hasBegun: boolean;
  ended: Promise<JobEnd>;
}

const STOPPED = 'The server stopped before the job was done; start it again.';

/** Runs jobs inside this process, one of a kind at a time unless the kind permits more. */
@Injectable()
export class RunJobsInProcess extends JobWorker {
  readonly isShared: boolean = false;
  private readonly logger = new Logger('jobs');
  private readonly kinds = new Map<string, JobKind>();
  /** By job id. */
  private readonly jobs = new Map<string, Unfinished>();
  private readonly tails = new Map<string, Promise<unknown>>();
  private isStopping = false;

  constructor(
    private readonly store: JobStore,
    private readonly ids: IdGenerator,
    private readonly counts: JobCounts,
    private readonly owned: OwnedWork,
  ) {
    super();
  }

  register(kind: string, work: JobKind): void {
    this.kinds.set(kind, this.owned.of(work));
  }

  async start(kind: string, order: JobOrder = {}): Promise<string> {
    const work = this.kinds.get(kind);
    if (work === undefined) throw new Error(`No feature does jobs of the kind '${kind}'.`);
    const same = this.withKey(order.key);
    if (same !== undefined) return same.job.jobId;
    const jobId = this.ids.next('job');
    const job: Job = { jobId, kind, status: 'queued', done: 0, total: 1, error: null, owner: order.owner ?? null };
    const created = this.store.create(job);
    const controller = new AbortController();
    const unfinished = { job, work, order, controller, hasBegun: false, ended: Promise.resolve<JobEnd>('failed') };
    this.jobs.set(jobId, unfinished);
    const before = work.atOnce === undefined ? this.tails.get(kind) : undefined;
    unfinished.ended = Promise.all([created, before])
      .then(() => this.run(unfinished))
      .then((end) => this.counted(kind, end))
      .catch((): JobEnd => 'failed')
      .finally(() => this.jobs.delete(jobId));
    this.tails.set(kind, unfinished.ended);
    await created;
    return jobId;
  }

  async cancel(key: string): Promise<boolean> {
    const unfinished = this.withKey(key);
    if (unfinished === undefined) return false;
    return this.stopped(unfinished, unfinished.ended);
  }

  isCancellable(kind: string): boolean {
    return this.kinds.get(kind)?.isCancellable === true;
  }

  async cancelJob(jobId: string): Promise<boolean> {
    const unfinished = this.jobs.get(jobId);
    if (unfinished === undefined) return false;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CANCEL_LIMIT_MS)));
    const hasBegun = await this.stopped(unfinished, Promise.race([unfinished.ended, limit]));
    clearTimeout(timer);
    return hasBegun;
  }

  /** Cancels the job; if its work has begun, waits for `end`. @returns whether it has begun */
  private async stopped(unfinished: Unfinished, end: Promise<unknown>): Promise<boolean> {
    const { hasBegun } = unfinished;
    unfinished.controller.abort();
    if (hasBegun) await end;
    else await this.withdraw(unfinished);
    return hasBegun;
  }

  unfinished(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(keys.filter((key) => this.withKey(key) !== undefined)));
  }

  isAtWork(kind: string): Promise<boolean> {
    return Promise.resolve([...this.jobs.values()].some(({ job, hasBegun }) => job.kind === kind && hasBegun));
  }

  async ended(jobId: string, signal: AbortSignal): Promise<JobEnd> {
    signal.throwIfAborted();
    const unfinished = this.jobs.get(jobId);
    if (unfinished === undefined) {
      const status = (await this.store.find(jobId))?.status;
      return status === 'succeeded' || status === 'cancelled' ? status : 'failed';
    }
    let stop = (): void => undefined;
    const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    signal.addEventListener('abort', stop, { once: true });
    const end = await Promise.race([unfinished.ended, stopped]);
    signal.removeEventListener('abort', stop);
    if (end === undefined) signal.throwIfAborted();
    return end ?? 'cancelled';
  }

  async init(): Promise<void> {
    await this.store.failUnfinished(STOPPED);
  }

  /** Jobs run as soon as they are started. */
  take(): void {
    return;
  }

  /** Aborts running jobs and waits for them; queued jobs never start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const all = [...this.jobs.values()];
    for (const { controller } of all) controller.abort();
    await Promise.all([...this.tails.values(), ...all.map(({ ended }) => ended)]);
  }

  private counted(kind: string, end: JobEnd): JobEnd {
    this.counts.add(kind, end);
    return end;
  }

  private withKey(key: string | undefined): Unfinished | undefined {
    return key === undefined ? undefined : [...this.jobs.values()].find(({ order }) => order.key === key);
  }

  /** A queued job is skipped at its turn. */
  private async withdraw(unfinished: Unfinished): Promise<void> {
    this.jobs.delete(unfinished.job.jobId);
    await this.save(unfinished, { status: 'cancelled' });
  }

  /** A failing store must neither end the process nor delay later jobs of this kind. */
  private async run(unfinished: Unfinished): Promise<JobEnd> {
    const { work, order, controller } = unfinished;
    const { signal } = controller;
    const save = (change: Partial<Job>): Promise<void> => this.save(unfinished, change);
    const cancelled = async (): Promise<JobEnd> => {
      await save({ status: 'cancelled', ...(this.isStopping ? { error: STOPPED } : {}) });
      return 'cancelled';
    };
    if (unfinished.job.status === 'cancelled') return 'cancelled';
    const isStopped = () => signal.aborted;
    if (isStopped()) return cancelled();
    unfinished.hasBegun = true;
    await save({ status: 'running' });
    try {
      const progress = (done: number, total: number) => void save({ done, total });
      await work.run({ data: dataOf(order), progress, signal, isLastTry: true });
      await save({ status: 'succeeded', done: unfinished.job.total });
      return 'succeeded';
    } catch (error) {
      const { kind, jobId } = unfinished.job;
      if (isStopped() || error instanceof OwnerEndedError) return cancelled();
      this.logger.error({ err: error, job_id: jobId }, `job ${kind} failed`);
      await save({ status: 'failed', error: 'The job failed; the server log has the cause under this job_id.' });
      return 'failed';
    }
  }

  private async save(unfinished: Unfinished, change: Partial<Job>): Promise<void> {
    unfinished.job = { ...unfinished.job, ...change };
    const { job } = unfinished;
    await this.store
      .update(job)
      .catch((error: unknown) =>
        this.logger.error({ err: error, job_id: job.jobId }, 'failed to store the state of a job'),
      );
  }
}
