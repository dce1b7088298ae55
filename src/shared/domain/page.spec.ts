import fc from 'fast-check';
import { InvalidInputError } from './domain-error.js';
import { decodeCursor, encodeCursor } from './page.js';

describe('a cursor', () => {
  it('gives back the id that it was made of', () => {
    fc.assert(fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (id) => decodeCursor(encodeCursor(id)) === id));
  });

  it('begins at the start when it is left out', () => {
    expect(decodeCursor(undefined)).toBe(0);
  });

  it.each(['', 'c', '1', 'C1', 'c-1', 'c1.5', 'c1 ', ' c1', 'c1\n', `c${'1'.repeat(12)}`, "c1' OR 1=1", 'c１'])(
    'is refused as %j',
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow(InvalidInputError);
    },
  );
});
