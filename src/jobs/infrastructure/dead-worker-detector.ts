/** A process without its lock for this time is dead; one whose connection broke has it again within a second or two. */
export const DEAD_AFTER_MS = 3_000;

/** Records since when jobs belong to a process without a lock. */
export class DeadWorkerDetector {
  private readonly since = new Map<string, number>();

  /** @param seen all current jobs of such processes @param nowMs the time @returns those whose process is dead */
  dead(seen: readonly { readonly jobId: string; readonly process: number }[], nowMs: number): string[] {
    const now = new Map(seen.map(({ jobId, process }) => [`${jobId} ${process}`, jobId]));
    for (const known of this.since.keys()) if (!now.has(known)) this.since.delete(known);
    for (const which of now.keys()) if (!this.since.has(which)) this.since.set(which, nowMs);
    return [...now].flatMap(([which, jobId]) =>
      nowMs - (this.since.get(which) ?? nowMs) >= DEAD_AFTER_MS ? [jobId] : [],
    );
  }
}
