import { JobRunner } from '../../shared/domain/job-runner.js';

/** Lifecycle of the job runner. */
export abstract class JobWorker extends JobRunner {
  /** Accepts new jobs, and settles jobs of dead processes. */
  abstract init(): Promise<void>;
  /** Starts running jobs, if the process role permits it. */
  abstract take(): void;
  /** Finishes or releases the jobs of this process. */
  abstract stop(): Promise<void>;
}
