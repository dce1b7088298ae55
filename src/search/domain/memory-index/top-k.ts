/** The `k` best of many scored numbers in one pass, by a heap with the worst of the best on top. */
export class TopK {
  private readonly ids: Uint32Array;
  private readonly scores: Float64Array;
  private size = 0;

  constructor(private readonly k: number) {
    this.ids = new Uint32Array(k);
    this.scores = new Float64Array(k);
  }

  /** A score must be above this to enter; -Infinity while there is room. A caller may skip what is below. */
  get threshold(): number {
    return this.size < this.k ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  /** Offers in ascending order of id keep the smaller id on ties, since only a higher score replaces. */
  offer(id: number, score: number): void {
    if (this.size < this.k) {
      this.place(this.size++, id, score);
      this.siftUp(this.size - 1);
    } else if (this.k > 0 && this.worse(0, id, score)) {
      this.place(0, id, score);
      this.siftDown();
    }
  }

  /** Best first; ties by the smaller id. */
  best(): { id: number; score: number }[] {
    const list = Array.from({ length: this.size }, (_, i) => ({ id: this.ids[i] ?? 0, score: this.scores[i] ?? 0 }));
    return list.sort((a, b) => b.score - a.score || a.id - b.id);
  }

  private place(i: number, id: number, score: number): void {
    this.ids[i] = id;
    this.scores[i] = score;
  }

  /** Whether the entry at `i` ranks below the given one. */
  private worse(i: number, id: number, score: number): boolean {
    const own = this.scores[i] ?? 0;
    return own < score || (own === score && (this.ids[i] ?? 0) > id);
  }

  private siftUp(from: number): void {
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.worse(i, this.ids[parent] ?? 0, this.scores[parent] ?? 0)) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  private siftDown(): void {
    let i = 0;
    for (;;) {
      let worst = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < this.size && this.worse(child, this.ids[worst] ?? 0, this.scores[worst] ?? 0)) worst = child;
      }
      if (worst === i) return;
      this.swap(i, worst);
      i = worst;
    }
  }

  private swap(a: number, b: number): void {
    const [id, score] = [this.ids[a] ?? 0, this.scores[a] ?? 0];
    this.place(a, this.ids[b] ?? 0, this.scores[b] ?? 0);
    this.place(b, id, score);
  }
}
