import { JobRunner } from '../../shared/domain/job-runner.js';

/** Maximum wait of a cancelling request for the end of the job. */
export const CANCEL_LIMIT_MS = 15_000;

/** Lifecycle of the job runner. */
export abstract class JobWorker extends JobRunner {
  /** Accepts new jobs, and settles jobs of dead processes. */
  abstract init(): Promise<void>;
  /** Starts running jobs, if the process role permits it. */
  abstract take(): void;
  /** Finishes or releases the jobs of this process. */
  abstract stop(): Promise<void>;
}

/** Outcome of a job attempt in this process. */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'handed_over' | 'given_up';

/** Counts attempts since startup. The last failed attempt of a job counts as failed and as given up. */
export class JobCounts {
  private readonly counts = new Map<string, { kind: string; outcome: JobOutcome; count: number }>();

  add(kind: string, outcome: JobOutcome, more = 1): void {
    const key = `${outcome} ${kind}`;
    const before = this.counts.get(key)?.count ?? 0;
    this.counts.set(key, { kind, outcome, count: before + more });
  }

  /** Starts at zero: Prometheus detects a rise only of a series that exists. */
  expect(kind: string): void {
    this.add(kind, 'given_up', 0);
  }

  all(): readonly { readonly kind: string; readonly outcome: JobOutcome; readonly count: number }[] {
    return [...this.counts.values()];
  }
}
