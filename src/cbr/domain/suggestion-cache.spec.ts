import { SuggestionCache } from './suggestion-cache.js';

describe('the cache of suggestions', () => {
  it('gives back what was kept under the same key until its time is over', () => {
    const cache = new SuggestionCache<string>(1_000);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect([cache.get('a', 1, 999), cache.get('b', 1, 999)]).toEqual(['x', undefined]);
    expect(cache.get('a', 1, 1_000)).toBeUndefined();
    expect(cache.hitRate).toBeCloseTo(1 / 3);
  });

  it('forgets everything when the case base has changed, and keeps nothing that is older than that', () => {
    const cache = new SuggestionCache<string>(1_000);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect(cache.get('a', 2, 1)).toBeUndefined();
    cache.set('a', 'late', { version: 1, now: 1 });
    expect(cache.get('a', 2, 2)).toBeUndefined();
  });

  it('keeps nothing with a time of 0', () => {
    const cache = new SuggestionCache<string>(0);
    cache.set('a', 'x', { version: 1, now: 0 });
    expect(cache.get('a', 1, 0)).toBeUndefined();
  });

  it('lets go what was unused longest', () => {
    const cache = new SuggestionCache<number>(1_000);
    for (let i = 0; i < 1_000; i++) cache.set(`k${i}`, i, { version: 1, now: 0 });
    cache.get('k0', 1, 1);
    cache.set('new', -1, { version: 1, now: 1 });
    expect([cache.get('k0', 1, 1), cache.get('k1', 1, 1), cache.get('new', 1, 1)]).toEqual([0, undefined, -1]);
  });
});
