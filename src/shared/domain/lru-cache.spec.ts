import fc from 'fast-check';
import { LruCache } from './lru-cache.js';

describe('LruCache', () => {
  it('drops what was not asked for the longest', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    cache.get('a');
    cache.set('c', 3, 1);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('keeps no value that costs more than the whole', () => {
    const cache = new LruCache<string, number>(3);
    cache.set('a', 1, 4);
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });

  it('gives what was put last under a key, or nothing, and never holds more than its capacity', () => {
    const puts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 4 })));
    fc.assert(
      fc.property(puts, (all) => {
        const cache = new LruCache<string, number>(6);
        const last = new Map<string, number>();
        for (const [key, cost] of all) {
          cache.set(key, cost, cost);
          last.set(key, cost);
          expect(cache.get(key)).toBe(cost);
        }
        const kept = [...last].filter(([key]) => cache.peek(key) !== undefined);
        for (const [key, cost] of kept) expect(cache.get(key)).toBe(cost);
        expect(kept.reduce((sum, [, cost]) => sum + cost, 0)).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('counts no look with peek as a use, and removes what fits', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.peek('a');
    cache.set('c', 3);
    expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual([undefined, 2, 3]);
    cache.deleteWhere((value) => value > 2);
    expect([...cache.values()]).toEqual([2]);
  });
});
