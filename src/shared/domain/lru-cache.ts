import { LRUCache } from 'lru-cache';

/**
 * A map within a bound: the entry that was not used for the longest leaves first. `get` and `set` count as a use.
 * @example const trees = new LruCache<string, Tree>(16);
 * @example const lists = new LruCache<number, Uint8Array>(64_000_000); lists.set(id, bytes, bytes.length);
 */
export class LruCache<Key extends string | number, Value extends object | string | number> {
  private readonly entries: LRUCache<Key, Value>;

  /** @param capacity number of entries; where `set` is given costs, their sum */
  constructor(capacity: number) {
    // A bound on the sum of costs takes memory as entries come; one on their number takes all of it at once.
    this.entries = new LRUCache({ maxSize: capacity });
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  /** The same as `get`, and no use. */
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

  /** The values, the last used first. */
  values(): Iterable<Value> {
    return this.entries.values();
  }

  /** Removes the entries whose value fits. */
  deleteWhere(fits: (value: Value) => boolean): void {
    for (const [key, value] of [...this.entries.entries()]) if (fits(value)) this.entries.delete(key);
  }
}
