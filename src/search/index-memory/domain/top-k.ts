/** The `k` best of many scored numbers in one pass, by a heap with the worst of them on top. */
export class TopK {
  private readonly ids: Uint32Array;
  private readonly scores: Float64Array;
  private size = 0;

  constructor(private readonly k: number) {
    this.ids = new Uint32Array(k);
    this.scores = new Float64Array(k);
  }

  /** A score must be above this to enter; -Infinity until the heap is full. A caller may skip lower scores. */
  get threshold(): number {
    return this.size < this.k ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  /** Offers in ascending order of id keep the smaller id on ties, since only a higher score replaces an entry. */
  offer(id: number, score: number): void {
    if (this.size < this.k) this.siftUp(this.size++, id, score);
    else if (this.k > 0 && this.worse(0, id, score)) this.siftDown(id, score);
  }

  /** Best first; ties by the smaller id. */
  best(): { id: number; score: number }[] {
    const list = Array.from({ length: this.size }, (_, i) => ({ id: this.ids[i] ?? 0, score: this.scores[i] ?? 0 }));
    return list.sort((a, b) => b.score - a.score || a.id - b.id);
  }

  /** Whether the entry at `i` ranks below the given one. */
  private worse(i: number, id: number, score: number): boolean {
    const own = this.scores[i] ?? 0;
    return own < score || (own === score && (this.ids[i] ?? 0) > id);
  }

  /** Moves entries down from an empty position at the end until the new entry fits. */
  private siftUp(from: number, id: number, score: number): void {
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.worse(parent, id, score)) break;
      this.move(parent, i);
      i = parent;
    }
    this.ids[i] = id;
    this.scores[i] = score;
  }

  /** Drops the worst and moves entries up until the new entry fits. */
  private siftDown(id: number, score: number): void {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= this.size) break;
      const other = child + 1;
      if (other < this.size && this.worse(other, this.ids[child] ?? 0, this.scores[child] ?? 0)) child = other;
      if (!this.worse(child, id, score)) break;
      this.move(child, i);
      i = child;
    }
    this.ids[i] = id;
    this.scores[i] = score;
  }

  private move(from: number, to: number): void {
    this.ids[to] = this.ids[from] ?? 0;
    this.scores[to] = this.scores[from] ?? 0;
  }
}
