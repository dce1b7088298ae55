import fc from 'fast-check';
import { memoize } from './recent-values.js';

describe('a function that remembers', () => {
  it('says what the function says, whatever it was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 })), fc.integer({ min: 1, max: 5 }), (texts, most) => {
        const lengthOf = memoize(most, (text) => ({ length: text.length }));
        for (const text of texts) expect(lengthOf(text)).toEqual({ length: text.length });
      }),
    );
  });

  it('is asked once for a text, and again when others have taken its place', () => {
    const asked: string[] = [];
    const shout = memoize(2, (text) => {
      asked.push(text);
      return text.toUpperCase();
    });
    expect(['a', 'a', 'b', 'a', 'c', 'a'].map(shout)).toEqual(['A', 'A', 'B', 'A', 'C', 'A']);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });
});
