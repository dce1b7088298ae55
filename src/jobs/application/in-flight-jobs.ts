import { Injectable, Logger } from '@nestjs/common';
import { OwnerEndedError } from '../../shared/domain/current-rights.js';
import { JobReleased, isHandedOver, JobKind } from '../../shared/domain/job-runner.js';
import { DeadLetteredJob, JobQueue, TakenJob } from '../domain/job-queue.js';
import { OwnedWork } from './owned-work.js';
import { JobCounts, JobOutcome } from './job-worker.js';

/**
 * Interval for retrying a settlement that failed to be stored, without a limit: no other process runs the job
 * meanwhile.
 */
const SETTLE_AGAIN_MS = 1_000;

/** A job that this process runs. */
interface Held {
  readonly job: TakenJob;
  readonly controller: AbortController;
  /** The work is finished, and its outcome is being stored. */
  isSettling: boolean;
}

/** The jobs of this process, from taking them to their settlement in the queue. */
@Injectable()
export class InFlightJobs {
  private readonly logger = new Logger('jobs');
  private readonly held = new Map<string, Held>();
  private readonly running = new Set<Promise<void>>();
  private isLeaving = false;

  constructor(
    private readonly queue: JobQueue,
    private readonly counts: JobCounts,
    private readonly owned: OwnedWork,
  ) {}

  /** Registers a kind of job. */
  expect(kind: string): void {
    this.counts.expect(kind);
  }

  count(kind: string): number {
    return [...this.held.values()].filter(({ job }) => job.kind === kind).length;
  }

  /** Runs the job and settles it; never rejects. */
  do(job: TakenJob, work: JobKind): Promise<void> {
    const held: Held = { job, controller: new AbortController(), isSettling: false };
    this.held.set(job.queueId, held);
    if (job.isCancelling) held.controller.abort();
    const done = this.work(held, this.owned.of(work)).finally(() => {
      this.held.delete(job.queueId);
      this.running.delete(done);
    });
    this.running.add(done);
    return done;
  }

  /** Stops cancelled jobs, and jobs that another process has taken over. */
  async checkCancellations(): Promise<void> {
    const own = [...this.held.values()];
    if (own.length === 0) return;
    const known = await this.queue.held();
    for (const { job, controller, isSettling } of own) {
      if (isSettling) continue;
      const found = known.get(job.jobId);
      if (found?.queueId !== job.queueId) controller.abort(new JobReleased());
      else if (found.isCancelling) controller.abort();
    }
  }

  /** Returns jobs of dead processes to the queue. @param kinds work by kind */
  async recoverOrphanedJobs(kinds: ReadonlyMap<string, JobKind>): Promise<void> {
    for (const given of await this.queue.recoverOrphanedJobs()) await this.giveUp(kinds.get(given.kind), given);
  }

  /** Releases in-flight jobs (of one kind, or all) so that other workers can take them. */
  release(kind?: string): void {
    for (const { job, controller } of this.held.values())
      if (kind === undefined || job.kind === kind) controller.abort(new JobReleased());
  }

  /**
   * Waits until all jobs are settled, up to this time. Other processes recover the rest as soon as this process has
   * ended.
   */
  async idle(limitMs: number): Promise<void> {
    this.isLeaving = true;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
    await Promise.race([Promise.all(this.running), limit]);
    clearTimeout(timer);
  }

  private async work(held: Held, work: JobKind): Promise<void> {
    const { job, controller } = held;
    const { signal } = controller;
    try {
      await work.run({ data: job.data, signal, progress: this.progressOf(held), isLastTry: job.isLastTry });
      await this.settle(held, 'succeeded', () => this.queue.complete(job));
    } catch (error) {
      if (isHandedOver(signal)) await this.settle(held, 'handed_over', () => this.queue.requeue(job));
      else if (signal.aborted || error instanceof OwnerEndedError)
        await this.settle(held, 'cancelled', () => this.queue.cancelled(job));
      else await this.failed(held, work, error);
    }
  }

  private async failed(held: Held, work: JobKind, error: unknown): Promise<void> {
    const { job } = held;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    this.logger.error({ err: error, job_id: job.jobId, attempt: job.attempt }, `job ${job.kind} failed`);
    const left = await this.settle(held, 'failed', () => this.queue.fail(job, reason));
    if (left === 'given-up') await this.giveUp(work, { kind: job.kind, data: job.data, reason });
  }

  /** Retries until it is stored: the store may be unavailable for a moment, and the work is done. */
  private async settle<T>(held: Held, outcome: JobOutcome, store: () => Promise<T>): Promise<T | undefined> {
    held.isSettling = true;
    const { kind, jobId } = held.job;
    this.counts.add(kind, outcome);
    for (;;) {
      try {
        return await store();
      } catch (error) {
        this.logger.warn({ err: error, job_id: jobId }, 'failed to store the outcome of a job; retrying');
        if (this.isLeaving) return undefined;
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_MS));
      }
    }
  }

  private async giveUp(work: JobKind | undefined, { kind, data, reason }: DeadLetteredJob): Promise<void> {
    this.counts.add(kind, 'given_up');
    try {
      await work?.onDeadLetter?.(data, reason);
    } catch (error) {
      this.logger.error({ err: error, data }, `failed to report the dead-lettered job ${kind}`);
    }
  }

  /** One write at a time, of the newest state: a job may report each of thousands of steps. */
  private progressOf({ job }: Held): (done: number, total: number) => void {
    let newest: readonly [number, number] | undefined;
    let isWriting = false;
    const write = async () => {
      isWriting = true;
      for (let next = newest; next !== undefined; next = newest) {
        newest = undefined;
        await this.queue.progress(job, ...next).catch(() => undefined);
      }
      isWriting = false;
    };
    return (done, total) => {
      newest = [done, total];
      if (!isWriting) void write();
    };
  }
}
