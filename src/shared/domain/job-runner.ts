/** Reports how far a job is; units are the job's own. */
export type JobProgress = (done: number, total: number) => void;

/** What a job is told of its task. Texts only: another process may be the one that does it. */
export type JobData = Readonly<Record<string, string>>;

/** How a job ended. */
export type JobEnd = 'succeeded' | 'failed' | 'cancelled';

/** One try of a job. */
export interface JobRun {
  readonly data: JobData;
  readonly progress: JobProgress;
  /** Fires when the job was cancelled, and with a `JobReleased` as its reason when another process goes on with it. */
  readonly signal: AbortSignal;
  /** Whether the job is given up if this try fails. */
  readonly isLastTry: boolean;
}

/** What is done for the jobs of a kind. */
export interface JobKind {
  /**
   * May be called again with the same data, when an earlier try failed or its process died: what was done before must not be done twice.
   */
  run(job: JobRun): Promise<void>;
  /** Told when no further try is made, so that whoever waits for the job learns of it. */
  onDeadLetter?(data: JobData, reason: string): Promise<void>;
  /**
   * How many of them one process does beside each other, while other processes do more, and that no trace is kept of those that
   * succeeded: for many short jobs. Left out, one at a time is done among all processes.
   */
  readonly atOnce?: number;
}

export interface JobOrder {
  readonly data?: JobData;
  /** Id of the caller who asked for it; left out for the server's own work. */
  readonly owner?: string;
  /** A name that at most one unfinished job has. */
  readonly key?: string;
}

/** What the job is told: with its owner, where it has one, whose rights are looked at again before and while it is done. */
export function dataOf({ data = {}, owner }: JobOrder): JobData {
  return owner === undefined ? data : { ...data, owner };
}

/**
 * Why a job was stopped here: another process takes it up, and everything is to stay as it is. What a stopped job throws need not be
 * this; the signal's reason counts.
 */
export class JobReleased extends Error {
  constructor() {
    super('Another process goes on with the job.');
    this.name = 'JobReleased';
  }
}

/** Whether a stopped job is gone on with elsewhere. */
export function isHandedOver(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof JobReleased;
}

/**
 * Background work that outlives the request; declared here so that any feature may have jobs.
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
  /** Whether other processes may do the jobs that are started here. */
  abstract readonly isShared: boolean;
  /** Says what is done for jobs of this kind; every process says it for all kinds, before it starts one. */
  abstract register(kind: string, work: JobKind): void;
  /** @returns the id of the job, at once; that of the unfinished one with the same key, where there is one */
  abstract start(kind: string, order?: JobOrder): Promise<string>;
  /**
   * Stops the unfinished job with this key and waits until it has ended, which may take as long as its work takes to notice.
   * @returns whether its work had begun; false where there was no such job
   */
  abstract cancel(key: string): Promise<boolean>;
  /** Which of these keys unfinished jobs have. */
  abstract unfinished(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a job of this kind is at work, here or in another process. */
  abstract isAtWork(kind: string): Promise<boolean>;
  /** Waits for the end of a job. @throws the signal's reason when it fires first */
  abstract ended(jobId: string, signal: AbortSignal): Promise<JobEnd>;
}
