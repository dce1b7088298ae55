/** How tries of jobs came out in this process. */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'handed_over' | 'given_up';

/** Counts tries since the start. A job that is given up counts as failed too. */
export class JobCounts {
  private readonly counts = new Map<string, { kind: string; outcome: JobOutcome; count: number }>();

  add(kind: string, outcome: JobOutcome, more = 1): void {
    const key = `${outcome} ${kind}`;
    const before = this.counts.get(key)?.count ?? 0;
    this.counts.set(key, { kind, outcome, count: before + more });
  }

  /** None was given up so far: a rise is only seen of a figure that was there before. */
  expect(kind: string): void {
    this.add(kind, 'given_up', 0);
  }

  all(): readonly { readonly kind: string; readonly outcome: JobOutcome; readonly count: number }[] {
    return [...this.counts.values()];
  }
}
