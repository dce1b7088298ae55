/** The k best of many scored slots in one pass, by a heap with the worst of the best on top. */
export class BestSlots {
  private readonly slots: number[] = [];
  private readonly scores: number[] = [];

  /** @param precedes whether the first slot precedes the second at equal scores; a strict total order */
  constructor(
    private readonly k: number,
    private readonly precedes: (a: number, b: number) => boolean,
  ) {}

  /** The minimum score to enter; -Infinity while the heap is not full. */
  get threshold(): number {
    return this.slots.length < this.k ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  offer(slot: number, score: number): void {
    const { length } = this.slots;
    if (length < this.k) {
      this.slots.push(slot);
      this.scores.push(score);
      this.siftUp(length);
    } else if (this.k > 0 && this.isWorse(0, slot, score)) {
      this.slots[0] = slot;
      this.scores[0] = score;
      this.siftDown();
    }
  }

  /** Best first. */
  best(): { readonly slot: number; readonly score: number }[] {
    return this.slots
      .map((slot, i) => ({ slot, score: this.scores[i] ?? 0 }))
      .sort((a, b) => b.score - a.score || (this.precedes(a.slot, b.slot) ? -1 : 1));
  }

  /** Whether the entry at `i` ranks below the given one. */
  private isWorse(i: number, slot: number, score: number): boolean {
    const own = this.scores[i] ?? 0;
    return own < score || (own === score && this.precedes(slot, this.slots[i] ?? 0));
  }

  private siftUp(from: number): void {
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.isWorse(i, this.slots[parent] ?? 0, this.scores[parent] ?? 0)) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  private siftDown(): void {
    let i = 0;
    for (;;) {
      let worst = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < this.slots.length && this.isWorse(child, this.slots[worst] ?? 0, this.scores[worst] ?? 0))
          worst = child;
      }
      if (worst === i) return;
      this.swap(i, worst);
      i = worst;
    }
  }

  private swap(a: number, b: number): void {
    const [slot, score] = [this.slots[a] ?? 0, this.scores[a] ?? 0];
    this.slots[a] = this.slots[b] ?? 0;
    this.scores[a] = this.scores[b] ?? 0;
    this.slots[b] = slot;
    this.scores[b] = score;
  }
}
