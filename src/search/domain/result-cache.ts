/** Results of searches, each under everything that it depends on; the least recently used goes first. */
export class ResultCache<T> {
  private readonly entries = new Map<string, T>();

  /** @param capacity results that are kept */
  constructor(private readonly capacity: number) {}

  get(key: string): T | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for last goes to the end.
    this.entries.delete(key);
    this.entries.set(key, found);
    return found;
  }

  set(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.capacity) return;
    const oldest = this.entries.keys().next();
    if (oldest.done !== true) this.entries.delete(oldest.value);
  }

  clear(): void {
    this.entries.clear();
  }

  get size(): number {
    return this.entries.size;
  }
}
