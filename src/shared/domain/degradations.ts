/** Endpoint of a degraded answer. */
export type DegradedDoor = 'search' | 'chat';

/** Number of degraded answers since the start, by endpoint and component (`degraded` of the contract). */
export class Degradations {
  private readonly counts = new Map<DegradedDoor, Map<string, number>>([
    ['search', new Map()],
    ['chat', new Map()],
  ]);

  /** Counts an answer with these components. An empty list is not counted. */
  record(door: DegradedDoor, marks: readonly string[]): void {
    const counts = this.counts.get(door);
    for (const mark of new Set(marks)) counts?.set(mark, (counts.get(mark) ?? 0) + 1);
  }

  read(): ReadonlyMap<DegradedDoor, ReadonlyMap<string, number>> {
    return this.counts;
  }
}
