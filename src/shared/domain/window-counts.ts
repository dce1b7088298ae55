import { MonotonicClock } from './clock.js';

/** Names that are counted at most; the one that was counted longest ago leaves first. */
const CAPACITY = 100_000;

interface Window {
  readonly hits: number;
  readonly endsAtMs: number;
}

/** Counts in windows of time, by name. A wall clock that is set back neither opens a window again nor makes it last longer. */
export class WindowCounts {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: MonotonicClock) {}

  /** Adds one. @returns how many there are in the window now, and how long it still lasts */
  add(name: string, windowMs: number): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.get(name);
    const isOpen = known !== undefined && known.endsAtMs > now;
    const window = { hits: isOpen ? known.hits + 1 : 1, endsAtMs: isOpen ? known.endsAtMs : now + windowMs };
    // A map keeps the order of insertion: what was counted last goes to the end.
    this.windows.delete(name);
    this.windows.set(name, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= CAPACITY) break;
      this.windows.delete(oldest);
    }
    return { hits: window.hits, leftMs: window.endsAtMs - now };
  }

  /** The same without adding. */
  read(name: string): { readonly hits: number; readonly leftMs: number } {
    const now = this.clock.nowMs();
    const known = this.windows.get(name);
    return known === undefined || known.endsAtMs <= now
      ? { hits: 0, leftMs: 0 }
      : { hits: known.hits, leftMs: known.endsAtMs - now };
  }
}
