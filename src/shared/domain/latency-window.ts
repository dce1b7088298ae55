/** Values kept for the quantiles. Older ones are evicted, so that memory is bounded. */
const WINDOW = 1_024;

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The most recent values of a measurement, and their number since the start. */
export class LatencyWindow {
  private readonly values: number[] = [];
  private total = 0;
  private sum = 0;

  constructor(private readonly size = WINDOW) {}

  record(value: number): void {
    this.values[this.total % this.size] = value;
    this.total++;
    this.sum += value;
  }

  /** Since the start. */
  get count(): number {
    return this.total;
  }

  /** Mean of all values since the start; 0 without any. */
  get mean(): number {
    return this.total === 0 ? 0 : this.sum / this.total;
  }

  /** Quantile of the kept values, by the nearest rank; 0 without any. */
  quantiles(): Quantiles {
    const sorted = [...this.values].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}

/** Number of requests, and the latencies of the last thousand in milliseconds. */
export class RequestStatistics {
  private readonly latencies = new LatencyWindow();

  record(latencyMs: number): void {
    this.latencies.record(latencyMs);
  }

  get count(): number {
    return this.latencies.count;
  }

  latency(): Quantiles {
    return this.latencies.quantiles();
  }
}
