import fc from 'fast-check';
import { memoize } from './memoize.js';

describe('memoize', () => {
  it('returns what the function returns, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 })), fc.integer({ min: 1, max: 5 }), (texts, capacity) => {
        const lengthOf = memoize(capacity, (text: string) => ({ length: text.length }));
        for (const text of texts) expect(lengthOf(text)).toEqual({ length: text.length });
      }),
    );
  });

  it('computes a value once, and again after others have taken its place', () => {
    const computed: string[] = [];
    const shout = memoize(2, (text: string) => {
      computed.push(text);
      return text.toUpperCase();
    });
    expect(['a', 'a', 'b', 'a', 'c', 'a'].map(shout)).toEqual(['A', 'A', 'B', 'A', 'C', 'A']);
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });

  it('computes again only what the bound has pushed out, the oldest first', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6)), fc.integer({ min: 1, max: 4 }), (asked, capacity) => {
        let computed = 0;
        const twice = memoize(capacity, (n: number) => {
          computed++;
          return 2 * n;
        });
        const kept: number[] = [];
        let expected = 0;
        for (const n of asked) {
          expect(twice(n)).toBe(2 * n);
          if (kept.includes(n)) continue;
          expected++;
          kept.push(n);
          if (kept.length > capacity) kept.shift();
        }
        expect(computed).toBe(expected);
      }),
    );
  });
});
