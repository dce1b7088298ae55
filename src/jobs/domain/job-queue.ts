import { JobData, JobEnd } from '../../shared/domain/job-runner.js';

/** A new job for the queue. */
export interface NewJob {
  readonly jobId: string;
  readonly kind: string;
  readonly data: JobData;
  readonly owner: string | null;
  readonly key: string | undefined;
}

/** A job that this process took. No other process has it until this process settles it or dies. */
export interface TakenJob {
  readonly jobId: string;
  readonly kind: string;
  readonly data: JobData;
  /** Id of this attempt; a job that is taken again has another one. */
  readonly queueId: string;
  /** From 1. */
  readonly attempt: number;
  readonly isLastTry: boolean;
  /** The job was cancelled: only its end remains to be stored. */
  readonly isCancelling: boolean;
}

/** Queue settings of a kind of job. */
export interface QueuedKind {
  readonly kind: string;
  /** After this time the queue hands the job to another process, even if its process lives. */
  readonly limitS: number;
  /**
   * Singleton jobs run one at a time among all processes. The others are many and short, and only their failures are
   * stored.
   */
  readonly isSingleton: boolean;
}

/** What an unfinished job is found by. */
export type JobName = { readonly key: string } | { readonly jobId: string };

/** Outcome of a failed attempt: `lost` belonged to another process by then, and nothing was changed. */
export type FailedTry = 'again' | 'given-up' | 'lost';

/** A job without a further attempt. */
export interface DeadLetteredJob {
  readonly kind: string;
  readonly data: JobData;
  readonly reason: string;
}

/** Jobs of one process by id: their entry in the queue, and whether their cancellation was requested. */
export type HeldEntries = ReadonlyMap<string, { readonly queueId: string; readonly isCancelling: boolean }>;

/**
 * Events of the queue for all processes. `missed`: the connection was lost for a moment, and any event may be missing.
 */
export type QueueEvent =
  | { readonly type: 'work'; readonly kind: string }
  | { readonly type: 'ended'; readonly jobId: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'missed' };

/** Unfinished jobs of a kind, and how long the oldest one has waited. */
export interface KindLoad {
  readonly kind: string;
  readonly queued: number;
  readonly running: number;
  readonly oldestQueuedS: number;
}

/** Metrics of the queue. */
export interface QueueLoad {
  readonly kinds: readonly KindLoad[];
  /** Dead-lettered jobs that are still stored. */
  readonly deadLetters: number;
}

/**
 * Jobs that all processes share. Each change is one transaction, or joins the caller's transaction: a job that is
 * started there exists when it commits. A process owns its jobs while it lives; `recoverOrphanedJobs` returns those of
 * dead processes, and those that took too long, to the queue.
 */
export abstract class JobQueue {
  /** Opens the queue and fails jobs that have no entry in it, as after a restore. */
  abstract open(kinds: readonly QueuedKind[]): Promise<void>;
  /** @returns the id of the job, or of the unfinished one with the same key */
  abstract add(job: NewJob): Promise<string>;
  /** The next job of this kind; undefined if none waits, or if a singleton runs in another process. */
  abstract take(kind: QueuedKind): Promise<TakenJob | undefined>;
  abstract progress(job: TakenJob, done: number, total: number): Promise<void>;
  abstract complete(job: TakenJob): Promise<void>;
  /** Settles a cancelled job that has stopped. */
  abstract cancelled(job: TakenJob): Promise<void>;
  /**
   * Ends an attempt as failed: schedules the next attempt, or none. @param reason for the log of the queue, never shown
   */
  abstract fail(job: TakenJob, reason: string): Promise<FailedTry>;
  /** Returns the job to the queue without counting the attempt. */
  abstract requeue(job: TakenJob): Promise<void>;
  /**
   * Cancels a queued job, and requests the cancellation of a running one. @returns the id of the running job, or the
   * result
   */
  abstract withdraw(name: JobName): Promise<{ readonly running: string } | 'withdrawn' | 'unknown'>;
  /** Entries of this process. */
  abstract held(): Promise<HeldEntries>;
  /** Returns jobs of dead processes to the queue. @returns the jobs without a further attempt */
  abstract recoverOrphanedJobs(): Promise<readonly DeadLetteredJob[]>;
  abstract unfinished(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Undefined for an unfinished job; an unknown job has succeeded. */
  abstract endOf(jobId: string): Promise<JobEnd | undefined>;
  abstract load(): Promise<QueueLoad>;
  abstract onNews(listener: (news: QueueEvent) => void): void;
}

/** Whether this process runs jobs, or only starts them. */
export class JobRole {
  constructor(readonly takesJobs: boolean) {}
}
