import fc from 'fast-check';
import { InvalidInputError } from './domain-error.js';
import { cutPage, decodeCursor, decodeNameCursor, encodeCursor, encodeNameCursor } from './page.js';

describe('a cursor', () => {
  it('gives back the id that it was made of', () => {
    fc.assert(fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (id) => decodeCursor(encodeCursor(id)) === id));
  });

  it('returns the name that it encodes, and nothing else', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(fc.property(name, (text) => decodeNameCursor(encodeNameCursor(text)) === text));
    expect(decodeNameCursor(undefined)).toBe('');
  });

  it.each(['', 'n', 'n.', 'nzzzz.zzzz1', 'nzzzz', 'n1.', 'n1..2', 'not-a-cursor', 'c1', `n1${'.1'.repeat(700)}`])(
    'of a name is refused as %j',
    (cursor) => {
      expect(() => decodeNameCursor(cursor)).toThrow(InvalidInputError);
    },
  );

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

describe('a page of large items', () => {
  const page = { items: ['aaaa', 'bbbb', 'cccc'], nextCursor: null };
  const cut = (most: number) =>
    cutPage(
      page,
      (item) => item.length,
      (item) => item,
      most,
    );

  it('ends before its texts become too long, and its cursor leads to the rest', () => {
    const { items, nextCursor } = cut(8);
    expect([items, decodeNameCursor(nextCursor ?? '')]).toEqual([['aaaa', 'bbbb'], 'bbbb']);
  });

  it('has one item at least, and is left as it is where all fit', () => {
    expect(cut(1).items).toEqual(['aaaa']);
    expect(cut(12)).toBe(page);
  });
});
