import { MonotonicClock } from './clock.js';
import { LruCache } from './lru-cache.js';

/** Names that are counted at most; the one that was counted longest ago leaves first. */
const CAPACITY = 100_000;

interface Window {
  readonly hits: number;
  readonly endsAtMs: number;
}

/** Counts in windows of time, by name. A wall clock that is set back neither opens a window again nor makes it last longer. */
export class WindowCounts {
  private readonly windows = new LruCache<string, Window>(CAPACITY);

  constructor(private readonly clock: MonotonicClock) {}

  /** Adds one. @returns how many there are in the window now, and how long it still lasts */
  add(name: string, windowMs: number): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.peek(name);
    const isOpen = known !== undefined && known.endsAtMs > now;
    const window = { hits: isOpen ? known.hits + 1 : 1, endsAtMs: isOpen ? known.endsAtMs : now + windowMs };
    this.windows.set(name, window);
    return { hits: window.hits, leftMs: window.endsAtMs - now };
  }

  /** Takes one back that should not have been counted. */
  subtract(name: string): void {
    const known = this.windows.peek(name);
    if (known !== undefined) this.windows.set(name, { ...known, hits: Math.max(0, known.hits - 1) });
  }

  /** The same as `add` without adding. */
  read(name: string): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.peek(name);
    return known === undefined || known.endsAtMs <= now
      ? { hits: 0, leftMs: 0 }
      : { hits: known.hits, leftMs: known.endsAtMs - now };
  }
}
