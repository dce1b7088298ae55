import { MonotonicClock } from './clock.js';
import { LruCache } from './lru-cache.js';

/** Maximum number of names. The name counted longest ago is evicted first. */
const CAPACITY = 100_000;

interface Window {
  readonly hits: number;
  readonly endsAtMs: number;
}

/** Counts by name in time windows. Setting the wall clock back neither reopens nor extends a window. */
export class WindowCounts {
  private readonly windows = new LruCache<string, Window>(CAPACITY);

  constructor(private readonly clock: MonotonicClock) {}

  /** Adds one. @returns the count of the window and its remaining time */
  add(name: string, windowMs: number): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.peek(name);
    const isOpen = known !== undefined && known.endsAtMs > now;
    const window = { hits: isOpen ? known.hits + 1 : 1, endsAtMs: isOpen ? known.endsAtMs : now + windowMs };
    this.windows.set(name, window);
    return { hits: window.hits, leftMs: window.endsAtMs - now };
  }

  /** Subtracts one that should not have been counted. */
  subtract(name: string): void {
    const known = this.windows.peek(name);
    if (known !== undefined) this.windows.set(name, { ...known, hits: Math.max(0, known.hits - 1) });
  }

  /** Like `add`, without counting. */
  read(name: string): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.peek(name);
    return known === undefined || known.endsAtMs <= now
      ? { hits: 0, leftMs: 0 }
      : { hits: known.hits, leftMs: known.endsAtMs - now };
  }
}
