import { JobRunner } from '../../shared/domain/job-runner.js';

/** The runner of jobs as the program starts and stops it. */
export abstract class JobWorker extends JobRunner {
  /** Makes ready for jobs to be started, and settles what dead processes left. */
  abstract init(): Promise<void>;
  /** From now on this process does jobs, where its role is to do them. */
  abstract take(): void;
  /** Ends or gives back what this process works on. */
  abstract stop(): Promise<void>;
}
