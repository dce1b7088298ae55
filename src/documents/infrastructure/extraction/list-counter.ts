/** When the numbering of a level restarts: after any higher level, after the levels up to one, or never. */
export interface CountedLevel {
  readonly start: number;
  /** The level (from 1) after which the numbering restarts; 0 never, undefined after any higher one. */
  readonly restartsAfter: number | undefined;
}

/** The numbers of one list of several levels. */
export class ListCounter {
  private readonly counts: (number | undefined)[] = [];

  /** @param countsSkipped whether a higher level that is skipped counts as one item, as in Word and LibreOffice */
  constructor(private readonly countsSkipped = true) {}

  /**
   * Increments the number of a level.
   * @returns the numbers of all levels down to it; skipped higher levels are shown as started
   */
  next(level: number, levels: readonly CountedLevel[]): readonly number[] {
    if (this.countsSkipped)
      for (let above = 0; above < level; above++) this.counts[above] ??= levels[above]?.start ?? 1;
    const current = this.counts[level];
    this.counts[level] = current === undefined ? (levels[level]?.start ?? 1) : current + 1;
    for (let deeper = level + 1; deeper < Math.max(levels.length, this.counts.length); deeper++) {
      const { restartsAfter } = levels[deeper] ?? {};
      if (restartsAfter === undefined || (restartsAfter > 0 && level < restartsAfter)) this.counts[deeper] = undefined;
    }
    return Array.from({ length: level + 1 }, (_, i) => this.counts[i] ?? levels[i]?.start ?? 1);
  }

  /** Sets the number of the next paragraph of a level. */
  restart(level: number, start: number): void {
    this.counts[level] = start - 1;
  }
}
