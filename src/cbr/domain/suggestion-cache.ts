import { LruCache } from '../../shared/domain/lru-cache.js';

interface Entry<T> {
  readonly value: T;
  readonly expiresAt: number;
}

/** Entries kept: each is a list of at most 50 short records. */
const CAPACITY = 1_000;

/**
 * Answers to suggestions, each under everything that it depends on, the caller's filter before all. Any change of the case base
 * empties it, and an entry lives CBR_CACHE_TTL seconds at most; the longest unused goes first.
 */
export class SuggestionCache<T> {
  private readonly entries = new LruCache<string, Entry<T>>(CAPACITY);
  private version = -1;
  private asked = 0;
  private found = 0;

  /** @param ttlMs 0 keeps nothing */
  constructor(private readonly ttlMs: number) {}

  /** @param version of the case base now @param now in milliseconds */
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

  /** @param version of the case base when the value was made: an outdated value is not kept */
  set(key: string, value: T, when: { readonly version: number; readonly now: number }): void {
    if (this.ttlMs === 0 || when.version < this.version) return;
    this.forgetBefore(when.version);
    this.entries.set(key, { value, expiresAt: when.now + this.ttlMs });
  }

  /** Share of questions that were answered from here; 0 before any. */
  get hitRate(): number {
    return this.asked === 0 ? 0 : this.found / this.asked;
  }

  private forgetBefore(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.entries.clear();
  }
}
