/** When the numbering of a level restarts: after any higher level, after the levels up to one, or never. */
export interface CountedLevel {
  readonly start: number;
  /** The level (from 1) after which the numbering restarts; 0 never, undefined after any higher one. */
  readonly restartsAfter: number | undefined;
}

/** The numbers of one list of several levels. */
export class ListCounter {
  private readonly counts: (number | undefined)[] = [];
  private readonly restarted = new Set<string>();

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

  /** As `restart`, for the first paragraph of a list that continues the numbers of another one. */
  restartOnce(list: string, level: number, start: number): void {
    const key = `${list}/${level}`;
    if (!this.restarted.has(key)) this.restart(level, start);
    this.restarted.add(key);
  }
}

/** The parts of a document whose lists count separately, as in Word and LibreOffice, also where their items belong to one list. */
type DocumentPart = 'text' | 'notes' | 'boxes';

/** The counters of the lists of a document. */
export class ListCounters {
  private readonly counters = new Map<string, ListCounter>();
  private part: DocumentPart = 'text';

  of(list: string): ListCounter {
    const key = `${this.part}/${list}`;
    const counter = this.counters.get(key) ?? new ListCounter();
    this.counters.set(key, counter);
    return counter;
  }

  /** Reads a note or text box, whose items do not count in the text around it. */
  apart<T>(part: DocumentPart, read: () => T): T {
    const outer = this.part;
    this.part = part;
    try {
      return read();
    } finally {
      this.part = outer;
    }
  }
}
