import { LruCache } from '../../shared/domain/lru-cache.js';

interface Entry<T> {
  readonly value: T;
  readonly expiresAt: number;
}

/** Maximum number of entries: each is a list of at most 50 short records. */
const CAPACITY = 1_000;

/**
 * Cache of suggestions. The key contains every input, the caller's filter included. Any change of the case base clears
 * it. An entry lives for CBR_CACHE_TTL seconds; the least recently used one is evicted first.
 */
export class SuggestionCache<T> {
  private readonly entries = new LruCache<string, Entry<T>>(CAPACITY);
  private version = -1;
  private asked = 0;
  private found = 0;

  /** @param ttlMs 0 caches nothing */
  constructor(private readonly ttlMs: number) {}

  /** @param version current version of the case base @param now in milliseconds */
  get(key: string, version: number, now: number): T | undefined {
    this.asked++;
    this.forgetBefore(version);
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt <= now) {
      this.entries.delete(key);
      return undefined;
    }
    this.found++;
    return entry.value;
  }

  /** @param version of the case base at the computation: an outdated value is not cached */
  set(key: string, value: T, when: { readonly version: number; readonly now: number }): void {
    if (this.ttlMs === 0 || when.version < this.version) return;
    this.forgetBefore(when.version);
    this.entries.set(key, { value, expiresAt: when.now + this.ttlMs });
  }

  /** Share of questions that were answered from the cache; 0 before any. */
  get hitRate(): number {
    return this.asked === 0 ? 0 : this.found / this.asked;
  }

  private forgetBefore(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.entries.clear();
  }
}
