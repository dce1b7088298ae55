/** Through which door an answer went that could do less than it should. */
export type DegradedDoor = 'search' | 'chat';

/** How often answers could do less than they should since the start, by door and mark (`degraded` of the contract). */
export class Degradations {
  private readonly counts = new Map<DegradedDoor, Map<string, number>>([
    ['search', new Map()],
    ['chat', new Map()],
  ]);

  /** An answer with these marks; none is counted as nothing. */
  record(door: DegradedDoor, marks: readonly string[]): void {
    const counts = this.counts.get(door);
    for (const mark of new Set(marks)) counts?.set(mark, (counts.get(mark) ?? 0) + 1);
  }

  read(): ReadonlyMap<DegradedDoor, ReadonlyMap<string, number>> {
    return this.counts;
  }
}
