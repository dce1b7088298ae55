import { LatencyWindow, Quantiles } from './latency-window.js';

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
