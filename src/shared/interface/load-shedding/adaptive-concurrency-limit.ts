import { CapacityBounds, nextRate, placesAt, Rate } from '../../domain/capacity.js';

/** A measurement window ends after WINDOW_ANSWERS and WINDOW_MS, or at the latest after LONGEST_WINDOW_MS. */
const WINDOW_ANSWERS = 16;
const WINDOW_MS = 250;
const LONGEST_WINDOW_MS = 2_000;

/** Measures the throughput between answers and derives the limit of requests in flight. */
export class AdaptiveConcurrencyLimit {
  private rate: Rate;
  private window: { readonly sinceMs: number; answered: number; leastInside: number } | undefined;

  constructor(
    private readonly bounds: CapacityBounds,
    private readonly busyShare: () => number,
  ) {}

  get count(): number {
    return placesAt(this.rate, this.bounds);
  }

  /** @param inside requests still in flight */
  answered(inside: number): void {
    const now = performance.now();
    const { window } = this;
    if (window === undefined) {
      this.open(now, inside);
      return;
    }
    window.answered++;
    window.leastInside = Math.min(window.leastInside, inside);
    const tookMs = now - window.sinceMs;
    if (tookMs < WINDOW_MS || (window.answered < WINDOW_ANSWERS && tookMs < LONGEST_WINDOW_MS)) return;
    const { answered, leastInside } = window;
    this.rate = nextRate(this.rate, { answered, leastInside, seconds: tookMs / 1000, busyShare: this.busyShare() });
    this.open(now, inside);
  }

  private open(sinceMs: number, inside: number): void {
    if (this.window === undefined) this.busyShare();
    this.window = { sinceMs, answered: 0, leastInside: inside };
  }
}
