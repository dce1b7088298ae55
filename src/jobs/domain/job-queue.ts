import { JobData, JobEnd } from '../../shared/domain/job-runner.js';

/** A job as it is put into the queue. */
export interface NewJob {
  readonly jobId: string;
  readonly kind: string;
  readonly data: JobData;
  readonly owner: string | null;
  readonly key: string | undefined;
}

/** A job that this process took: until it settles it, or dies, no other process has it. */
export interface TakenJob {
  readonly jobId: string;
  readonly kind: string;
  readonly data: JobData;
  /** Of this try in the queue; a job that was taken from this process and comes back has another one. */
  readonly queueId: string;
  /** From 1. */
  readonly attempt: number;
  readonly isLastTry: boolean;
  /** It was cancelled: only its end is to be stored. */
  readonly isCancelling: boolean;
}

/** How a kind of job is queued. */
export interface QueuedKind {
  readonly kind: string;
  /** Beyond it the queue gives the job to somebody else, even though the process that has it lives. */
  readonly limitS: number;
  /** One at a time among all processes. The others are many and short, and nothing is kept of those that did not fail. */
  readonly isSingleton: boolean;
}

/** How a try came out: `lost` was somebody else's by then, and nothing was changed. */
export type FailedTry = 'again' | 'given-up' | 'lost';

/** A job that no further try is made of. */
export interface DeadLetteredJob {
  readonly kind: string;
  readonly data: JobData;
  readonly reason: string;
}

/** Jobs of one process by id: their entry in the queue, and whether somebody asked for their end. */
export type HeldEntries = ReadonlyMap<string, { readonly queueId: string; readonly isCancelling: boolean }>;

/** What the queue tells all processes. `missed`: the connection was lost for a moment, and anything may have happened. */
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

/** What of the queue is worth watching. */
export interface QueueLoad {
  readonly kinds: readonly KindLoad[];
  /** Jobs that were given up and are still kept. */
  readonly deadLetters: number;
}

/**
 * Jobs that all processes share. Each change is one transaction, and those of the caller's own belong to it: a job that is started
 * there exists when it commits.
 * A process has what it took while it lives; `recoverOrphanedJobs` gives back what dead ones had.
 */
export abstract class JobQueue {
  /** Makes the queue ready and settles jobs that have no entry in it, as after a restore. */
  abstract open(kinds: readonly QueuedKind[]): Promise<void>;
  /** @returns the id of the job, or of the unfinished one with the same key */
  abstract add(job: NewJob): Promise<string>;
  /** The next job of this kind; undefined when none waits, or when one runs elsewhere that has to be alone. */
  abstract take(kind: QueuedKind): Promise<TakenJob | undefined>;
  abstract progress(job: TakenJob, done: number, total: number): Promise<void>;
  abstract complete(job: TakenJob): Promise<void>;
  /** Ends a job that was cancelled and has noticed it. */
  abstract cancelled(job: TakenJob): Promise<void>;
  /** The try failed: the next one comes later, or there is none. @param reason for the log of the queue, never shown */
  abstract fail(job: TakenJob, reason: string): Promise<FailedTry>;
  /** Somebody else is to go on with it, as if it had never been taken. */
  abstract requeue(job: TakenJob): Promise<void>;
  /** Cancels what waits, and asks for the end of what runs. @returns the id of a job that runs and was asked, or what was found */
  abstract withdraw(key: string): Promise<{ readonly running: string } | 'withdrawn' | 'unknown'>;
  /** What this process has. */
  abstract held(): Promise<HeldEntries>;
  /** Gives back what dead processes had. @returns the jobs that no further try is made of */
  abstract recoverOrphanedJobs(): Promise<readonly DeadLetteredJob[]>;
  abstract unfinished(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Undefined while it has not ended; one that is not known any more succeeded. */
  abstract endOf(jobId: string): Promise<JobEnd | undefined>;
  abstract load(): Promise<QueueLoad>;
  abstract onNews(listener: (news: QueueEvent) => void): void;
  /** Begins or ends the queue's own upkeep, which one process at a time does. */
  abstract setMaintenance(isOn: boolean): Promise<void>;
}
