import { SuggestionCache } from './suggestion-cache.js';

describe('the cache of suggestions', () => {
  it('returns a cached value until it expires', () => {
    const cache = new SuggestionCache<string>(1_000);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect([cache.get('a', 1, 999), cache.get('b', 1, 999)]).toEqual(['x', undefined]);
    expect(cache.get('a', 1, 1_000)).toBeUndefined();
    expect(cache.hitRate).toBeCloseTo(1 / 3);
  });

  it('is cleared when the case base changes, and rejects older values', () => {
    const cache = new SuggestionCache<string>(1_000);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect(cache.get('a', 2, 1)).toBeUndefined();
    cache.set('a', 'late', { version: 1, now: 1 });
    expect(cache.get('a', 2, 2)).toBeUndefined();
  });

  it('caches nothing with a TTL of 0', () => {
    const cache = new SuggestionCache<string>(0);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect(cache.get('a', 1, 0)).toBeUndefined();
  });

  it('evicts the least recently used entry', () => {
    const cache = new SuggestionCache<number>(1_000);
    for (let i = 0; i < 1_000; i++) cache.set(`k${i}`, i, { version: 1, now: 0 });
    cache.get('k0', 1, 1);
    cache.set('new', -1, { version: 1, now: 1 });
    expect([cache.get('k0', 1, 1), cache.get('k1', 1, 1), cache.get('new', 1, 1)]).toEqual([0, undefined, -1]);
  });
});
