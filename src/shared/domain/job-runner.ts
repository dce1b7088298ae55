/** Reports the progress of a job, in units of the job. */
export type JobProgress = (done: number, total: number) => void;

/** Input data of a job. Strings only: another process may run the job. */
export type JobData = Readonly<Record<string, string>>;

/** How a job ended. */
export type JobEnd = 'succeeded' | 'failed' | 'cancelled';

/** One attempt of a job. */
export interface JobRun {
  readonly data: JobData;
  readonly progress: JobProgress;
  /** Fires when the job is cancelled. Its reason is a `JobReleased` if another process continues the job. */
  readonly signal: AbortSignal;
  /** Whether the job is dead-lettered if this attempt fails. */
  readonly isLastTry: boolean;
}

/** Handler of the jobs of a kind. */
export interface JobKind {
  /**
   * May be called again with the same data after a failed attempt or the death of its process. It must be idempotent.
   */
  run(job: JobRun): Promise<void>;
  /** Called when no further attempt is made, so that it can notify those who wait for the job. */
  onDeadLetter?(data: JobData, reason: string): Promise<void>;
  /**
   * Concurrent jobs per process, for many short jobs. Other processes run further jobs, and succeeded jobs are not recorded. If absent, all
   * processes together run one job at a time.
   */
  readonly atOnce?: number;
  /**
   * Whether a request may cancel such a job by its id: it stops soon after the signal, and what it did stays valid. Work that has an own
   * end, as a session has, is cancelled by its feature.
   */
  readonly isCancellable?: boolean;
}

export interface JobOrder {
  readonly data?: JobData;
  /** Id of the caller who started it; absent for the server's own work. */
  readonly owner?: string;
  /** Unique name among unfinished jobs. */
  readonly key?: string;
}

/** Input data of the job with its owner, if any. The owner's permissions are checked before and during the job. */
export function dataOf({ data = {}, owner }: JobOrder): JobData {
  return owner === undefined ? data : { ...data, owner };
}

/**
 * The job was stopped here so that another process continues it. Its state must not change. A stopped job may throw another error: only the
 * signal's reason counts.
 */
export class JobReleased extends Error {
  constructor() {
    super('Another process continues the job.');
    this.name = 'JobReleased';
  }
}

/** Whether another process continues a stopped job. */
export function isHandedOver(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof JobReleased;
}

/**
 * Background work that outlives the request. Declared here so that every feature can have jobs.
 * @example
 * jobRunner.register('count-words', {
 *   async run({ data, progress, signal }) {
 *     signal.throwIfAborted();
 *     progress(1, 1);
 *   },
 * });
 * const id = await jobRunner.start('count-words', { data: { text: 'three short words' }, key: 'words' });
 * const end = await jobRunner.ended(id, signal); // 'succeeded', 'failed' or 'cancelled'
 */
export abstract class JobRunner {
  /** Whether other processes may run the jobs that are started here. */
  abstract readonly isShared: boolean;
  /** Registers the handler of a kind. Every process registers all kinds before it starts a job. */
  abstract register(kind: string, work: JobKind): void;
  /** @returns the id of the job, at once. If an unfinished job has the same key, its id. */
  abstract start(kind: string, order?: JobOrder): Promise<string>;
  /**
   * Cancels the unfinished job with this key and waits for its end, until its work has reacted to the signal.
   * @returns whether its work had begun; false if there is no such job
   */
  abstract cancel(key: string): Promise<boolean>;
  /** Whether a request may cancel jobs of this kind by `cancelJob`. */
  abstract isCancellable(kind: string): boolean;
  /** As `cancel`, for the unfinished job with this id; waits for its end up to 15 s. */
  abstract cancelJob(jobId: string): Promise<boolean>;
  /** Returns the keys for which there is an unfinished job. */
  abstract unfinished(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a job of this kind is running, here or in another process. */
  abstract isAtWork(kind: string): Promise<boolean>;
  /** Waits for the end of a job. @throws the signal's reason when it fires first */
  abstract ended(jobId: string, signal: AbortSignal): Promise<JobEnd>;
}
