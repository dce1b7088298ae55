/** A process without its lock for so long is dead; one whose connection broke has it again within a second or two. */
export const DEAD_AFTER_MS = 3_000;

/** Remembers since when jobs are seen with a process that does not show itself. */
export class DeadWorkerDetector {
  private readonly since = new Map<string, number>();

  /** @param seen all jobs of such processes now @param nowMs the time @returns those whose process is dead */
  dead(seen: readonly { readonly jobId: string; readonly process: number }[], nowMs: number): string[] {
    const now = new Map(seen.map(({ jobId, process }) => [`${jobId} ${process}`, jobId]));
    for (const known of this.since.keys()) if (!now.has(known)) this.since.delete(known);
    for (const which of now.keys()) if (!this.since.has(which)) this.since.set(which, nowMs);
    return [...now].flatMap(([which, jobId]) =>
      nowMs - (this.since.get(which) ?? nowMs) >= DEAD_AFTER_MS ? [jobId] : [],
    );
  }
}
