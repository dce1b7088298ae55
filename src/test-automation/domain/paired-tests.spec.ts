import fc from 'fast-check';
import { holm, mcNemar, signFlip } from './paired-tests.js';
import { SeededRandom } from './seeded-random.js';

describe('mcNemar', () => {
  it('is the two-sided sign test of the changed queries', () => {
    expect(mcNemar(0, 0)).toBe(1);
    expect(mcNemar(0, 5)).toBeCloseTo(2 / 32, 12);
    expect(mcNemar(1, 9)).toBeCloseTo((2 * 11) / 1024, 12);
  });

  it('does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (a, b) => {
        expect(mcNemar(a, b)).toBeCloseTo(mcNemar(b, a), 12);
        expect(mcNemar(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('signFlip', () => {
  const single = (values: number[]) => values.map((value, i) => ({ cluster: String(i), value }));

  it('enumerates all signs of a small sample', () => {
    expect(signFlip(single([1, 1, 1, 1, 1]), new SeededRandom(1))).toBeCloseTo(2 / 32, 12);
    expect(signFlip(single([1, -1, 2, -2]), new SeededRandom(1))).toBe(1);
    expect(signFlip(single([0, 0, 0]), new SeededRandom(1))).toBe(1);
  });

  it('detects a shift in a large sample and nothing in noise', () => {
    const random = new SeededRandom('noise');
    const noise = Array.from({ length: 100 }, () => random.next() - 0.5);
    expect(signFlip(single(noise), new SeededRandom(2))).toBeGreaterThan(0.01);
    expect(signFlip(single(noise.map((v) => v + 0.3)), new SeededRandom(2))).toBeLessThan(0.001);
  });

  it('treats the differences of one cluster as one', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ cluster: i < 20 ? 'a' : 'b', value: 1 }));
    expect(signFlip(rows, new SeededRandom(1))).toBe(0.5);
  });

  it('rejects a true null at about its nominal rate', () => {
    const random = new SeededRandom('null');
    let rejected = 0;
    for (let trial = 0; trial < 300; trial++) {
      if (signFlip(single(Array.from({ length: 10 }, () => random.next() - 0.5)), random) <= 0.05) rejected++;
    }
    expect(rejected).toBeLessThan(30);
  });
});

describe('holm', () => {
  it('multiplies the smallest by all, the next by one fewer, and never falls', () => {
    const adjusted = holm([0.04, 0.01, 0.03]);
    expect(adjusted.map((p) => Math.round(p * 1000) / 1000)).toEqual([0.06, 0.03, 0.06]);
  });

  it('keeps the order of the raw values and never lowers one', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }), (ps) => {
        const adjusted = holm(ps);
        ps.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(Math.min(1, p));
          ps.forEach((q, j) => {
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 0);
          });
        });
      }),
    );
  });
});
