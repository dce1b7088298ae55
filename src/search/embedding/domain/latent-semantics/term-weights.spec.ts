import { PassageTerms, chooseVocabulary, countWeight, rarityWeight, weightedMatrix } from './term-weights.js';

/** `common` in all four passages, `shared` in two, `once` in one. */
const PASSAGES: PassageTerms = {
  terms: ['common', 'shared', 'once', 'unused'],
  offsets: Uint32Array.of(0, 2, 4, 6, 7),
  termIds: Uint32Array.of(0, 1, 0, 1, 0, 2, 0),
  counts: Uint32Array.of(1, 3, 1, 1, 2, 1, 1),
};
const ALL = Uint32Array.of(0, 1, 2, 3);

const chosen = (minPassages: number) =>
  Array.from(chooseVocabulary(PASSAGES, ALL, { minPassages, maxTerms: 10 }).termIds, (id) => PASSAGES.terms[id]);

describe('weights', () => {
  it('increase with the count and with rarity, and are 0 without the term', () => {
    expect([0, 1, 2, 8].map(countWeight)).toEqual([0, 1, 1 + Math.log(2), 1 + Math.log(8)]);
    expect(rarityWeight(100, 1)).toBeGreaterThan(rarityWeight(100, 50));
    expect(rarityWeight(100, 100)).toBe(1);
  });
});

describe('chooseVocabulary', () => {
  it('takes the terms that occur in enough passages', () => {
    expect(chosen(1)).toEqual(['common', 'shared', 'once']);
    expect(chosen(2)).toEqual(['common', 'shared']);
  });

  it('keeps those with the largest share of the matrix if there are too many: neither the most common nor the rarest', () => {
    const everywhere = Array.from({ length: 40 }, (_, p) => [0, ...(p < 5 ? [1] : []), ...(p === 9 ? [2] : [])]);
    const termIds = Uint32Array.from(everywhere.flat());
    let end = 0;
    const offsets = Uint32Array.from([0, ...everywhere.map((ids) => (end += ids.length))]);
    const passages = { terms: ['all', 'some', 'one'], offsets, termIds, counts: termIds.map(() => 1) };
    const all = Uint32Array.from(everywhere.keys());
    const kept = (maxTerms: number) =>
      Array.from(chooseVocabulary(passages, all, { minPassages: 1, maxTerms }).termIds, (id) => passages.terms[id]);
    expect([kept(3), kept(2), kept(1)]).toEqual([['all', 'some', 'one'], ['some', 'one'], ['some']]);
  });

  it('uses the sample only', () => {
    const { termIds } = chooseVocabulary(PASSAGES, Uint32Array.of(3), { minPassages: 1, maxTerms: 10 });
    expect(Array.from(termIds)).toEqual([0]);
  });
});

describe('weightedMatrix', () => {
  it('has rows of unit length over the chosen terms, in the ratio of their weights', () => {
    const vocabulary = chooseVocabulary(PASSAGES, ALL, { minPassages: 2, maxTerms: 10 });
    const { rows, columns, offsets, indices, values } = weightedMatrix(PASSAGES, ALL, vocabulary);
    expect([rows, columns, Array.from(offsets), Array.from(indices)]).toEqual([
      4,
      2,
      [0, 2, 4, 5, 6],
      [0, 1, 0, 1, 0, 0],
    ]);
    for (let r = 0; r < rows; r++)
      expect(values.subarray(offsets[r], offsets[r + 1]).reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 6);
    expect(values[1]! / values[0]!).toBeCloseTo((1 + Math.log(3)) * rarityWeight(4, 2), 5);
  });
});
