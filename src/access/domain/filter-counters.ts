import { BypassKind } from '../../shared/domain/category-filter.js';

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

/** Latencies kept for the quantiles; older ones leave, so that memory does not grow. */
const WINDOW = 4_096;

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? 0;
}

/** Counts what the filter did. */
export class FilterCounters {
  private readonly latencies: number[] = [];
  private next = 0;
  private requests = 0;
  private latencySum = 0;
  private documents = 0;
  private documentMs = 0;
  private readonly attempts: Record<BypassKind, number> = { path_traversal: 0, injection: 0, bypass: 0 };
  private lastViolation: string | null = null;

  /** A request whose filter was read and accepted in `latencyMs`. */
  passed(latencyMs: number): void {
    this.requests++;
    this.latencySum += latencyMs;
    this.latencies[this.next] = latencyMs;
    this.next = (this.next + 1) % WINDOW;
  }

  /** A request whose filter was refused. */
  blocked(kind: BypassKind, at: Date): void {
    this.requests++;
    this.attempts[kind]++;
    this.lastViolation = at.toISOString();
  }

  /** A batch of documents that went through the pure filter. */
  filtered(documents: number, latencyMs: number): void {
    this.documents += documents;
    this.documentMs += latencyMs;
  }

  read(): FilterStatistics {
    const sorted = [...this.latencies].sort((a, b) => a - b);
    const accepted = this.requests - this.attempts.path_traversal - this.attempts.injection - this.attempts.bypass;
    return {
      totalRequests: this.requests,
      blockedAttempts: this.requests - accepted,
      averageLatencyMs: accepted === 0 ? 0 : this.latencySum / accepted,
      p50LatencyMs: quantile(sorted, 0.5),
      p95LatencyMs: quantile(sorted, 0.95),
      p99LatencyMs: quantile(sorted, 0.99),
      documentsPerSecond: this.documentMs === 0 ? 0 : (this.documents / this.documentMs) * 1000,
      pathTraversalAttempts: this.attempts.path_traversal,
      injectionAttempts: this.attempts.injection,
      bypassAttempts: this.attempts.bypass,
      lastViolation: this.lastViolation,
    };
  }
}
