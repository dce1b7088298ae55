import { BypassKind } from '../../shared/domain/category-filter.js';
import { LatencyWindow } from '../../shared/domain/latency-window.js';

/** Real counters of the filter since the start (`/metrics/filter`). */
export interface FilterStatistics {
  readonly totalRequests: number;
  readonly blockedAttempts: number;
  readonly averageLatencyMs: number;
  readonly p50LatencyMs: number;
  readonly p95LatencyMs: number;
  readonly p99LatencyMs: number;
  readonly documentsPerSecond: number;
  readonly pathTraversalAttempts: number;
  readonly injectionAttempts: number;
  readonly bypassAttempts: number;
  readonly lastViolation: string | null;
}

/** Counts what the filter did. */
export class FilterCounters {
  private readonly latencies = new LatencyWindow();
  private requests = 0;
  private documents = 0;
  private documentMs = 0;
  private readonly attempts: Record<BypassKind, number> = { path_traversal: 0, injection: 0, bypass: 0 };
  private lastViolation: string | null = null;
  private watcher: (latencyMs: number) => void = () => undefined;

  /** Reports the time of each accepted filter, for a histogram that outlives the window here. */
  watch(watcher: (latencyMs: number) => void): void {
    this.watcher = watcher;
  }

  /** A request with an accepted filter, read in `latencyMs`. */
  passed(latencyMs: number): void {
    this.requests++;
    this.latencies.record(latencyMs);
    this.watcher(latencyMs);
  }

  /** A request with a rejected filter. */
  blocked(kind: BypassKind, at: Date): void {
    this.requests++;
    this.attempts[kind]++;
    this.lastViolation = at.toISOString();
  }

  /** A batch of documents that the pure filter processed. */
  filtered(documents: number, latencyMs: number): void {
    this.documents += documents;
    this.documentMs += latencyMs;
  }

  read(): FilterStatistics {
    const { p50, p95, p99 } = this.latencies.quantiles();
    return {
      totalRequests: this.requests,
      blockedAttempts: this.attempts.path_traversal + this.attempts.injection + this.attempts.bypass,
      averageLatencyMs: this.latencies.mean,
      p50LatencyMs: p50,
      p95LatencyMs: p95,
      p99LatencyMs: p99,
      documentsPerSecond: this.documentMs === 0 ? 0 : (this.documents / this.documentMs) * 1000,
      pathTraversalAttempts: this.attempts.path_traversal,
      injectionAttempts: this.attempts.injection,
      bypassAttempts: this.attempts.bypass,
      lastViolation: this.lastViolation,
    };
  }
}
