import fc from 'fast-check';
import { LatencyWindow } from './latency-window.js';

function windowOf(values: readonly number[], size?: number): LatencyWindow {
  const window = new LatencyWindow(size);
  values.forEach((value) => window.record(value));
  return window;
}

describe('a window of measurements', () => {
  it('says nothing but 0 before the first', () => {
    const window = new LatencyWindow();
    expect([window.count, window.mean]).toEqual([0, 0]);
    expect(window.quantiles()).toEqual({ p50: 0, p95: 0, p99: 0 });
  });

  it('gives quantiles by the nearest rank', () => {
    const hundred = windowOf(Array.from({ length: 100 }, (_, i) => 100 - i));
    expect(hundred.quantiles()).toEqual({ p50: 50, p95: 95, p99: 99 });
    expect(windowOf([40, 10, 30, 20]).quantiles()).toEqual({ p50: 20, p95: 40, p99: 40 });
    expect(hundred.mean).toBe(50.5);
  });

  it('forgets the oldest for the quantiles and counts all', () => {
    const window = windowOf([1000, 1, 2, 3], 3);
    expect(window.quantiles().p99).toBe(3);
    expect([window.count, window.mean]).toEqual([4, 251.5]);
  });

  it('has quantiles that are values of the window and rise with the share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (values) => {
        const kept = values.slice(-16);
        const { p50, p95, p99 } = windowOf(values, 16).quantiles();
        expect([p50, p95, p99].every((q) => kept.includes(q))).toBe(true);
        expect(p50 <= p95 && p95 <= p99).toBe(true);
        expect(p99).toBe(Math.max(...kept));
      }),
    );
  });
});
