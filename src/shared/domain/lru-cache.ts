import { LRUCache } from 'lru-cache';

/**
 * A bounded map that evicts the least recently used entry first. `get` and `set` count as a use.
 * @example
 * const bytesOfLists = new LruCache<number, Uint8Array>(64_000_000);
 * const bytes = new Uint8Array(1_000);
 * bytesOfLists.set(7, bytes, bytes.length);
 */
export class LruCache<Key extends string | number, Value extends object | string | number> {
  private readonly entries: LRUCache<Key, Value>;

  /** @param capacity number of entries, or the sum of costs if `set` is called with costs */
  constructor(capacity: number) {
    // With a bound on costs, memory grows with the entries. With a bound on entries, all memory is allocated at once.
    this.entries = new LRUCache({ maxSize: capacity });
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  /** Like `get`, but does not count as a use. */
  peek(key: Key): Value | undefined {
    return this.entries.peek(key);
  }

  /** @param cost a whole number from 1; a value that costs more than the capacity is not kept */
  set(key: Key, value: Value, cost = 1): void {
    this.entries.set(key, value, { size: cost });
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** The values, most recently used first. */
  values(): Iterable<Value> {
    return this.entries.values();
  }

  /** Removes the entries whose value matches. */
  deleteWhere(fits: (value: Value) => boolean): void {
    for (const [key, value] of [...this.entries.entries()]) if (fits(value)) this.entries.delete(key);
  }
}
