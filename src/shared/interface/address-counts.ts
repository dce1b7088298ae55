import type { MonotonicClock } from '../domain/clock.js';

interface Window {
  hits: number;
  readonly endsAtMs: number;
}

const MINUTE_MS = 60_000;
/** Memory for as many clients as one process can serve; the oldest windows go first. */
const MAX_WINDOWS = 20_000;

/** Counts of each name in its present minute, within fixed memory. */
export class AddressCounts {
  private readonly windows = new Map<string, Window>();

  /** @param limit per minute */
  constructor(
    readonly limit: number,
    private readonly clock: MonotonicClock,
  ) {}

  /** @returns how many there are in this minute, with this one */
  add(name: string): number {
    const window = this.windowOf(name) ?? { hits: 0, endsAtMs: this.clock.nowMs() + MINUTE_MS };
    window.hits++;
    this.windows.set(name, window);
    if (this.windows.size > MAX_WINDOWS) this.dropOldest();
    return window.hits;
  }

  /** Takes one back that should not have been counted. */
  subtract(name: string): void {
    const window = this.windowOf(name);
    if (window !== undefined) window.hits = Math.max(0, window.hits - 1);
  }

  isFull(name: string): boolean {
    return (this.windowOf(name)?.hits ?? 0) >= this.limit;
  }

  /** Seconds until the minute of this name ends. */
  secondsLeft(name: string): number {
    const window = this.windowOf(name);
    return window === undefined ? 0 : Math.max(1, Math.ceil((window.endsAtMs - this.clock.nowMs()) / 1000));
  }

  private windowOf(name: string): Window | undefined {
    const window = this.windows.get(name);
    if (window === undefined || window.endsAtMs > this.clock.nowMs()) return window;
    this.windows.delete(name);
    return undefined;
  }

  private dropOldest(): void {
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
