/** Reports how far a job is; units are the job's own. */
export type JobProgress = (done: number, total: number) => void;

/** Starts background work that outlives the request; declared here so that any feature may start a job. */
export abstract class JobRunner {
  /**
   * @param owner id of the caller who asked for it; undefined for the server's own work
   * @returns the id of the job, at once; a second job of the same kind waits for the first
   */
  abstract start(
    kind: string,
    work: (progress: JobProgress, signal: AbortSignal) => Promise<void>,
    owner?: string,
  ): Promise<string>;
}
