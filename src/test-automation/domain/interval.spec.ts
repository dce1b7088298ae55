import fc from 'fast-check';
import { clusterBootstrap, trialsToPass, wilson } from './interval.js';
import { SeededRandom } from './seeded-random.js';

describe('wilson', () => {
  it('gives the published interval of 24 passes of 30', () => {
    const [low, high] = wilson(24, 30) ?? [0, 0];
    expect([Math.round(low * 1000), Math.round(high * 1000)]).toEqual([627, 905]);
  });

  it('is undefined without trials', () => {
    expect(wilson(0, 0)).toBeUndefined();
  });

  it('contains the rate and stays in 0..1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const successes = Math.round(share * n);
        const [low, high] = wilson(successes, n) ?? [1, 0];
        expect(low).toBeLessThanOrEqual(successes / n);
        expect(high).toBeGreaterThanOrEqual(successes / n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('trialsToPass', () => {
  it('is the least number whose lower bound reaches the threshold', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.81, max: 1, noNaN: true }), (rate) => {
        const needed = trialsToPass(rate, 0.8) ?? 0;
        expect(wilson(rate * needed, needed)?.[0]).toBeGreaterThanOrEqual(0.8);
        if (needed > 1) expect(wilson(rate * (needed - 1), needed - 1)?.[0]).toBeLessThan(0.8);
      }),
    );
  });

  it('is undefined if the rate itself is too low', () => {
    expect(trialsToPass(0.8, 0.8)).toBeUndefined();
  });
});

describe('clusterBootstrap', () => {
  const rows = (clusters: number, each: number, value: (cluster: number, i: number) => number) =>
    Array.from({ length: clusters * each }, (_, i) => ({
      cluster: `c${i % clusters}`,
      value: value(i % clusters, Math.floor(i / clusters)),
    }));

  it('is wider if the values of a cluster agree than if they do not', () => {
    const width = ([low, high]: readonly [number, number]) => high - low;
    const together = clusterBootstrap(
      rows(20, 10, (c) => c % 2),
      new SeededRandom(1),
    ) ?? [0, 0];
    const mixed = clusterBootstrap(
      rows(20, 10, (c, i) => (c + i) % 2),
      new SeededRandom(1),
    ) ?? [0, 0];
    expect(width(together)).toBeGreaterThan(0.3);
    expect(width(mixed)).toBeLessThan(0.05);
  });

  it('has about its nominal coverage of the true mean', () => {
    const random = new SeededRandom('coverage');
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const values = rows(30, 3, () => random.next());
      const [low, high] = clusterBootstrap(values, new SeededRandom(trial)) ?? [0, 0];
      if (low <= 0.5 && 0.5 <= high) covered++;
    }
    expect(covered).toBeGreaterThan(178);
  });

  it('is undefined for a single cluster', () => {
    expect(
      clusterBootstrap(
        rows(1, 10, (_, i) => i),
        new SeededRandom(1),
      ),
    ).toBeUndefined();
  });
});
