/** Results of searches, each under everything that it depends on; the least recently used go first. */
export class ResultCache<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly cost: number }>();
  private total = 0;

  /** @param capacity sum of the costs of the results that are kept */
  constructor(private readonly capacity: number) {}

  get(key: string): T | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for last goes to the end.
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.value;
  }

  /** @param cost in the unit of the capacity; a value that costs more than all of it is not kept */
  set(key: string, value: T, cost: number): void {
    this.remove(key);
    this.entries.set(key, { value, cost });
    this.total += cost;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.capacity) return;
      this.remove(oldest);
    }
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }

  get size(): number {
    return this.entries.size;
  }

  private remove(key: string): void {
    this.total -= this.entries.get(key)?.cost ?? 0;
    this.entries.delete(key);
  }
}
