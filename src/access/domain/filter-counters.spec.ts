import fc from 'fast-check';
import { FilterCounters } from './filter-counters.js';

const AT = new Date('2025-03-01T09:30:00.000Z');
const kind = fc.constantFrom('path_traversal', 'injection', 'bypass');

describe('FilterCounters', () => {
  it('begins with zeros and no violation', () => {
    const statistics = new FilterCounters().read();
    expect(statistics.lastViolation).toBeNull();
    expect(Object.values(statistics).filter((value) => value !== null && value !== 0)).toEqual([]);
  });

  it('counts every request once, and every refusal under its kind', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), fc.array(kind, { maxLength: 30 }), (passed, refused) => {
        const counters = new FilterCounters();
        for (let i = 0; i < passed; i++) counters.passed(1);
        for (const attempt of refused) counters.blocked(attempt, AT);
        const s = counters.read();
        expect(s.totalRequests).toBe(passed + refused.length);
        expect(s.blockedAttempts).toBe(refused.length);
        expect(s.pathTraversalAttempts + s.injectionAttempts + s.bypassAttempts).toBe(refused.length);
        expect(s.injectionAttempts).toBe(refused.filter((attempt) => attempt === 'injection').length);
      }),
    );
  });

  it('remembers when the last refusal was', () => {
    const counters = new FilterCounters();
    counters.blocked('bypass', new Date(0));
    counters.blocked('injection', AT);
    counters.passed(1);
    expect(counters.read().lastViolation).toBe('2025-03-01T09:30:00.000Z');
  });

  it('averages over accepted requests alone', () => {
    const counters = new FilterCounters();
    counters.passed(2);
    counters.passed(4);
    counters.blocked('bypass', AT);
    expect(counters.read().averageLatencyMs).toBe(3);
  });

  it('takes quantiles by nearest rank', () => {
    const counters = new FilterCounters();
    for (let i = 100; i >= 1; i--) counters.passed(i);
    expect(counters.read()).toMatchObject({ p50LatencyMs: 50, p95LatencyMs: 95, p99LatencyMs: 99 });
  });

  it('returns quantiles in order, each a measured latency', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        (latencies) => {
          const counters = new FilterCounters();
          for (const latency of latencies) counters.passed(latency);
          const { p50LatencyMs, p95LatencyMs, p99LatencyMs } = counters.read();
          expect(p50LatencyMs).toBeLessThanOrEqual(p95LatencyMs);
          expect(p95LatencyMs).toBeLessThanOrEqual(p99LatencyMs);
          for (const quantile of [p50LatencyMs, p95LatencyMs, p99LatencyMs]) expect(latencies).toContain(quantile);
        },
      ),
    );
  });

  it('drops old latencies, not old counts', () => {
    const counters = new FilterCounters();
    for (let i = 0; i < 5000; i++) counters.passed(1000);
    for (let i = 0; i < 5000; i++) counters.passed(1);
    expect(counters.read()).toMatchObject({ totalRequests: 10_000, p99LatencyMs: 1 });
  });

  it('returns documents per second over all batches', () => {
    const counters = new FilterCounters();
    counters.filtered(3000, 2);
    counters.filtered(1000, 2);
    expect(counters.read().documentsPerSecond).toBe(1_000_000);
  });
});
