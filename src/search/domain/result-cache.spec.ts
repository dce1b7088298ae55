import fc from 'fast-check';
import { ResultCache } from './result-cache.js';

describe('ResultCache', () => {
  it('drops what was not asked for the longest', () => {
    const cache = new ResultCache<number>(2);
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    cache.get('a');
    cache.set('c', 3, 1);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('keeps no value that costs more than the whole', () => {
    const cache = new ResultCache<number>(3);
    cache.set('a', 1, 4);
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });

  it('gives what was put last under a key, or nothing, and never holds more than its capacity', () => {
    const puts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(9), fc.integer({ min: 1, max: 4 })));
    fc.assert(
      fc.property(puts, (all) => {
        const cache = new ResultCache<number>(6);
        const last = new Map<string, { value: number; cost: number }>();
        for (const [key, value, cost] of all) {
          cache.set(key, value, cost);
          last.set(key, { value, cost });
          expect(cache.get(key)).toBe(value);
        }
        const kept = [...last].filter(([key]) => cache.get(key) !== undefined);
        for (const [key, { value }] of kept) expect(cache.get(key)).toBe(value);
        expect(kept.reduce((sum, [, { cost }]) => sum + cost, 0)).toBeLessThanOrEqual(6);
      }),
    );
  });
});
