import { Injectable, Logger } from '@nestjs/common';
import { IdGenerator } from '../../shared/domain/ids.js';
import { dataOf, JobEnd, JobKind, JobOrder } from '../../shared/domain/job-runner.js';
import { JobName, JobQueue, QueuedKind, QueueEvent, TakenJob, JobRole } from '../domain/job-queue.js';
import { KeyedSignal } from './keyed-signal.js';
import { InFlightJobs } from './in-flight-jobs.js';
import { CANCEL_LIMIT_MS, JobWorker } from './job-worker.js';

/** Poll interval for jobs whose notification was missed, and for postponed attempts. */
const LOOK_EVERY_MS = 2_000;
/** Interval for detecting missed cancellations, jobs taken over by others, and dead processes. */
const BEAT_EVERY_MS = 2_000;
/**
 * Maximum hours of a long job, and of short jobs. This is the queue's backstop: a dead process is detected in seconds.
 */
const LONG_S = 12 * 3600;
const SHORT_S = 3600;
/** Time for short jobs to finish before they are released; the process has 9 s to stop. */
const LAST_MOMENTS_MS = 3_000;

/** Runs jobs of the queue that all processes share. */
@Injectable()
export class QueueWorker extends JobWorker {
  readonly isShared = true;
  private readonly logger = new Logger('jobs');
  private readonly kinds = new Map<string, JobKind>();
  /** Notifies of possible new jobs by kind, and of possibly finished jobs by id. */
  private readonly keyedSignal = new KeyedSignal();
  private readonly loops: Promise<void>[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly queue: JobQueue,
    private readonly held: InFlightJobs,
    private readonly ids: IdGenerator,
    private readonly role: JobRole,
  ) {
    super();
  }

  register(kind: string, work: JobKind): void {
    this.kinds.set(kind, work);
    this.held.expect(kind);
  }

  async start(kind: string, order: JobOrder = {}): Promise<string> {
    if (!this.kinds.has(kind)) throw new Error(`No feature does jobs of the kind '${kind}'.`);
    const { owner = null, key } = order;
    return this.queue.add({ jobId: this.ids.next('job'), kind, data: dataOf(order), owner, key });
  }

  isCancellable(kind: string): boolean {
    return this.kinds.get(kind)?.isCancellable === true;
  }

  cancel(key: string): Promise<boolean> {
    return this.withdraw({ key });
  }

  cancelJob(jobId: string): Promise<boolean> {
    return this.withdraw({ jobId });
  }

  private async withdraw(name: JobName): Promise<boolean> {
    const found = await this.queue.withdraw(name);
    if (found === 'unknown' || found === 'withdrawn') return false;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), CANCEL_LIMIT_MS);
    try {
      await this.ended(found.running, limit.signal);
    } catch (error) {
      // Its process died, or is slow: the job ends at its next attempt or check.
      if (!limit.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    return true;
  }

  unfinished(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.queue.unfinished(keys);
  }

  async isAtWork(kind: string): Promise<boolean> {
    const { kinds } = await this.queue.load();
    return kinds.some((each) => each.kind === kind && each.running > 0);
  }

  async ended(jobId: string, signal: AbortSignal): Promise<JobEnd> {
    for (;;) {
      signal.throwIfAborted();
      const heard = this.keyedSignal.subscribe(jobId);
      try {
        const end = await this.queue.endOf(jobId);
        if (end !== undefined) return end;
        await heard.within(LOOK_EVERY_MS, signal);
      } finally {
        heard.leave();
      }
    }
  }

  async init(): Promise<void> {
    this.queue.onNews((news) => this.hear(news));
    await this.queue.open([...this.kinds].map(([kind, work]) => queued(kind, work)));
  }

  take(): void {
    if (!this.role.takesJobs) return;
    for (const [kind, work] of this.kinds) this.loops.push(this.serve(queued(kind, work), work));
    this.timer = setInterval(() => void this.heartbeat(), BEAT_EVERY_MS);
    this.timer.unref();
  }

  /** Short jobs may finish; the remaining ones are released and continue in another process. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.keyedSignal.notifyAll();
    await Promise.all(this.loops);
    for (const [kind, work] of this.kinds) if (work.atOnce === undefined) this.held.release(kind);
    await this.held.idle(LAST_MOMENTS_MS);
    this.held.release();
    await this.held.idle(LAST_MOMENTS_MS);
    clearInterval(this.timer);
  }

  /** Runs jobs of one kind, concurrently up to the limit of the kind. */
  private async serve(kind: QueuedKind, work: JobKind): Promise<void> {
    const room = work.atOnce ?? 1;
    while (!this.isStopping) {
      const heard = this.keyedSignal.subscribe(kind.kind);
      const taken = this.held.count(kind.kind) < room ? await this.next(kind) : undefined;
      if (taken === undefined) await heard.within(LOOK_EVERY_MS);
      heard.leave();
      if (taken !== undefined) void this.held.do(taken, work).then(() => this.keyedSignal.notify(kind.kind));
    }
  }

  private async next(kind: QueuedKind): Promise<TakenJob | undefined> {
    try {
      return await this.queue.take(kind);
    } catch (error) {
      this.complain(error, 'failed to take a job; retrying');
      return undefined;
    }
  }

  private hear(news: QueueEvent): void {
    if (news.type === 'work') this.keyedSignal.notify(news.kind);
    else if (news.type === 'ended') this.keyedSignal.notify(news.jobId);
    else if (news.type === 'missed') this.keyedSignal.notifyAll();
    if (news.type === 'cancel' || news.type === 'missed') void this.held.checkCancellations().catch(() => undefined);
  }

  /** Checks the own jobs, and recovers those of dead processes. Never rejects: the next heartbeat retries. */
  private async heartbeat(): Promise<void> {
    try {
      await this.held.checkCancellations();
      await this.held.recoverOrphanedJobs(this.kinds);
    } catch (error) {
      this.complain(error, 'failed to check in-flight jobs or to recover orphaned ones; retrying');
    }
  }

  private complain(error: unknown, what: string): void {
    if (!this.isStopping) this.logger.warn({ err: error }, what);
  }
}

function queued(kind: string, { atOnce }: JobKind): QueuedKind {
  return { kind, isSingleton: atOnce === undefined, limitS: atOnce === undefined ? LONG_S : SHORT_S };
}
