import fc from 'fast-check';
import { embedNgrams as embedTerms, NGRAM_DIMENSIONS, NgramSpace } from './ngram-embedding.js';

const embedNgrams = (text: string) =>
  embedTerms(
    [
      ...text
        .normalize('NFC')
        .toLowerCase()
        .matchAll(/[\p{L}\p{N}]+/gu),
    ].map((match) => [match[0], 1] as const),
  );

const cosine = (a: string, b: string) => {
  const other = embedNgrams(b);
  return embedNgrams(a).reduce((sum, x, i) => sum + x * (other[i] ?? 0), 0);
};

describe('embedNgrams', () => {
  it('returns a vector of unit length, or of zeros for a text without letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const vector = embedNgrams(text);
        const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
        expect(vector).toHaveLength(NGRAM_DIMENSIONS);
        expect(Math.abs(length - 1) < 1e-3 || length === 0).toBe(true);
      }),
    );
    for (const text of ['', ' \n', '…!?', '😀']) expect(embedNgrams(text).every((x) => x === 0)).toBe(true);
  });

  it('returns one vector for one text, in NFC and NFD, in any case', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('휴학', '번역을', 'Café', 'Leave', '11200'), { maxLength: 6 }), (words) => {
        const text = words.join(' ');
        expect(embedNgrams(text.normalize('NFD'))).toEqual(embedNgrams(text));
        expect(embedNgrams(text.toUpperCase())).toEqual(embedNgrams(text));
      }),
    );
  });

  it('places spellings that share most letters nearer than others', () => {
    expect(cosine('휴학신청', '휴학신청서')).toBeGreaterThan(cosine('휴학신청', '도서대출'));
    expect(cosine('registration', 'registrations')).toBeGreaterThan(cosine('registration', 'scholarship'));
    expect(cosine('registration', 'registration')).toBeCloseTo(1, 5);
  });
});

describe('a space of hashed n-grams', () => {
  it('gives the rows of terms the vector of the terms, in any order of arrival', () => {
    const term = fc.constantFrom('휴학', '번역을', 'café', 'leave', '11200', '가', 'a');
    fc.assert(
      fc.property(fc.array(fc.tuple(term, fc.integer({ min: 1, max: 9 })), { maxLength: 8 }), (terms) => {
        const space = new NgramSpace();
        space.rowOf('leave');
        const rows = terms.map(([word]) => space.rowOf(word));
        const counts = terms.map(([, count]) => count);
        expect(space.embedRows([...rows, -1], [...counts, 3])).toEqual(space.embed(terms));
      }),
    );
  });
});
