import fc from 'fast-check';
import { isResidue, spanPieces } from './span-pieces.js';

describe('pieces of a span', () => {
  it('cuts after 250 words and numbers, at a blank', () => {
    const text = Array.from({ length: 300 }, (_, i) => `w${i % 10}`).join(' ');
    const pieces = spanPieces(text, { start: 0, end: text.length });
    expect(pieces.map(({ start, end }) => text.slice(start, end).split(' ').length)).toEqual([125, 125, 50]);
  });

  it('are the span itself if it is not longer than a sentence', () => {
    expect(spanPieces('a b c', { start: 0, end: 5 })).toEqual([{ start: 0, end: 5 }]);
  });

  it('have at most 1,000 characters and contain all non-blank text', () => {
    const text = fc
      .array(fc.constantFrom('가나다', 'word', ' ', '\n', 'x'.repeat(700)), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = spanPieces(whole, { start: 0, end: whole.length });
        expect(pieces.every(({ start, end }) => end - start <= 1000)).toBe(true);
        expect(
          pieces
            .map(({ start, end }) => whole.slice(start, end))
            .join('')
            .replace(/\s/gu, ''),
        ).toBe(whole.replace(/\s/gu, ''));
      }),
    );
  });
});

describe('residue of a note', () => {
  it.each([
    ['1>', true],
    ['2020. 1. 1.)', true],
    ['4. 1.>', true],
    ['제1조(목적)', false],
    ['14일(달력)', false],
    ['14 days (calendar)', false],
    ['| 3 | 5 |', false],
    ['', false],
  ])('%s: %s', (piece, expected) => {
    expect(isResidue(piece)).toBe(expected);
  });
});
