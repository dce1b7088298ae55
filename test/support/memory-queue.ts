import { JobEnd } from '../../src/shared/domain/job-runner.js';
import {
  FailedTry,
  DeadLetteredJob,
  HeldEntries,
  JobName,
  JobQueue,
  NewJob,
  QueuedKind,
  QueueLoad,
  QueueEvent,
  TakenJob,
} from '../../src/jobs/domain/job-queue.js';

interface Entry {
  readonly job: NewJob;
  state: 'queued' | 'running' | JobEnd;
  attempt: number;
  isCancelling: boolean;
}

/** A queue in memory that records its calls. */
export class MemoryQueue extends JobQueue {
  readonly entries: Entry[] = [];
  readonly done: string[] = [];
  /** Jobs that other processes died with. */
  dead: DeadLetteredJob[] = [];
  /** The number of next changes that fail, as if the store were unavailable. */
  failures = 0;
  tries = 2;
  private readonly listeners: ((news: QueueEvent) => void)[] = [];

  open(): Promise<void> {
    return Promise.resolve();
  }
  add(job: NewJob): Promise<string> {
    const same = this.entries.find(
      (entry) => job.key !== undefined && entry.job.key === job.key && ['queued', 'running'].includes(entry.state),
    );
    if (same !== undefined) return Promise.resolve(same.job.jobId);
    this.entries.push({ job, state: 'queued', attempt: 1, isCancelling: false });
    this.tell({ type: 'work', kind: job.kind });
    return Promise.resolve(job.jobId);
  }
  take({ kind, isSingleton }: QueuedKind): Promise<TakenJob | undefined> {
    if (isSingleton && this.entries.some(({ job, state }) => job.kind === kind && state === 'running'))
      return Promise.resolve(undefined);
    const found = this.entries.find(({ job, state }) => job.kind === kind && state === 'queued');
    if (found === undefined) return Promise.resolve(undefined);
    found.state = 'running';
    const { job, attempt, isCancelling } = found;
    const { jobId, data } = job;
    return Promise.resolve({
      jobId,
      kind,
      data,
      queueId: `${jobId}-${attempt}`,
      attempt,
      isLastTry: attempt >= this.tries,
      isCancelling,
    });
  }
  progress({ jobId }: TakenJob, done: number, total: number): Promise<void> {
    this.done.push(`${jobId} ${done}/${total}`);
    return Promise.resolve();
  }
  complete(job: TakenJob): Promise<void> {
    return this.end(job, 'succeeded');
  }
  cancelled(job: TakenJob): Promise<void> {
    return this.end(job, 'cancelled');
  }
  async fail(job: TakenJob): Promise<FailedTry> {
    if (job.attempt >= this.tries) {
      await this.end(job, 'failed');
      return 'given-up';
    }
    await this.change(job, `${job.jobId} failed`, (entry) => {
      entry.state = 'queued';
      entry.attempt++;
    });
    this.tell({ type: 'work', kind: job.kind });
    return 'again';
  }
  async requeue(job: TakenJob): Promise<void> {
    await this.change(job, `${job.jobId} given back`, (entry) => (entry.state = 'queued'));
    this.tell({ type: 'work', kind: job.kind });
  }
  withdraw(name: JobName): Promise<{ readonly running: string } | 'withdrawn' | 'unknown'> {
    const isNamed = (job: NewJob) => ('key' in name ? job.key === name.key : job.jobId === name.jobId);
    const found = this.entries.find(({ job, state }) => isNamed(job) && ['queued', 'running'].includes(state));
    if (found === undefined) return Promise.resolve('unknown');
    if (found.state === 'queued') {
      found.state = 'cancelled';
      return Promise.resolve('withdrawn');
    }
    found.isCancelling = true;
    this.tell({ type: 'cancel' });
    return Promise.resolve({ running: found.job.jobId });
  }
  held(): Promise<HeldEntries> {
    const running = this.entries.filter(({ state }) => state === 'running');
    return Promise.resolve(
      new Map(
        running.map(({ job: { jobId }, attempt, isCancelling }) => [
          jobId,
          { queueId: `${jobId}-${attempt}`, isCancelling },
        ]),
      ),
    );
  }
  recoverOrphanedJobs(): Promise<readonly DeadLetteredJob[]> {
    return Promise.resolve(this.dead.splice(0));
  }
  unfinished(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const known = this.entries.filter(({ state }) => ['queued', 'running'].includes(state)).map(({ job }) => job.key);
    return Promise.resolve(new Set(keys.filter((key) => known.includes(key))));
  }
  endOf(jobId: string): Promise<JobEnd | undefined> {
    const state = this.entries.find(({ job }) => job.jobId === jobId)?.state ?? 'succeeded';
    return Promise.resolve(state === 'queued' || state === 'running' ? undefined : state);
  }
  load(): Promise<QueueLoad> {
    const kinds = [...new Set(this.entries.map(({ job }) => job.kind))].map((kind) => {
      const states = this.entries.filter(({ job }) => job.kind === kind).map(({ state }) => state);
      const [queued, running] = ['queued', 'running'].map(
        (wanted) => states.filter((state) => state === wanted).length,
      );
      return { kind, queued: queued ?? 0, running: running ?? 0, oldestQueuedS: 0 };
    });
    return Promise.resolve({ kinds, deadLetters: 0 });
  }
  onNews(listener: (news: QueueEvent) => void): void {
    this.listeners.push(listener);
  }

  private tell(news: QueueEvent): void {
    for (const listener of this.listeners) listener(news);
  }

  /** Another process has the job from now on. */
  seize(jobId: string): void {
    const found = this.entries.find(({ job }) => job.jobId === jobId);
    if (found !== undefined) found.attempt++;
    this.tell({ type: 'missed' });
  }

  private async end(job: TakenJob, how: JobEnd): Promise<void> {
    await this.change(job, `${job.jobId} ${how}`, (entry) => (entry.state = how));
    this.tell({ type: 'ended', jobId: job.jobId });
  }

  private change(job: TakenJob, what: string, apply: (entry: Entry) => void): Promise<void> {
    if (this.failures-- > 0) return Promise.reject(new Error('The database cannot be reached.'));
    const found = this.entries.find((entry) => entry.job.jobId === job.jobId);
    if (found !== undefined && `${job.jobId}-${found.attempt}` === job.queueId) {
      this.done.push(what);
      apply(found);
    }
    return Promise.resolve();
  }
}
