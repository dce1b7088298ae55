/** Latencies kept for the quantiles. */
const WINDOW = 1_000;

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? 0;
}

/** How many requests there were and how long the last thousand took, in milliseconds. */
export class RequestStatistics {
  private readonly latencies: number[] = [];
  private total = 0;

  record(latencyMs: number): void {
    this.latencies[this.total % WINDOW] = latencyMs;
    this.total++;
  }

  get count(): number {
    return this.total;
  }

  latency(): { readonly p50: number; readonly p95: number } {
    const sorted = [...this.latencies].sort((a, b) => a - b);
    return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
  }
}
