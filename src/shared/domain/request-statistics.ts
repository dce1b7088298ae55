import { LatencyWindow, Quantiles } from './latency-window.js';

/** How many requests there were and how long the last thousand took, in milliseconds. */
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
