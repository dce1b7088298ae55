import { ResultCache } from './result-cache.js';

describe('ResultCache', () => {
  it('drops what was not asked for the longest', () => {
    const cache = new ResultCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
  });

  it('replaces a value without growing', () => {
    const cache = new ResultCache<number>(2);
    for (const value of [1, 2, 3]) cache.set('a', value);
    expect([cache.get('a'), cache.size]).toEqual([3, 1]);
  });
});
