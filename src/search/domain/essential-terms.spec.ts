import { essentialTerms } from './essential-terms.js';
import { AnalysedQuery } from './query.js';

const query = (...terms: string[]): AnalysedQuery => ({
  text: terms.join(' '),
  terms,
  words: [],
  reference: undefined,
});
const frequencies = (passages: number, counts: Record<string, number>) => ({
  passages,
  byTerm: new Map(Object.entries(counts)),
});

describe('essentialTerms', () => {
  it('leaves common terms of a large index to the reranker', () => {
    const counts = { common: 9_000, a: 10, b: 20, c: 30 };
    expect(essentialTerms(query('common', 'a', 'b', 'c'), frequencies(10_000, counts))).toEqual(['a', 'b', 'c']);
  });

  it('keeps every term of a small index', () => {
    const counts = { common: 900, a: 1, b: 2, c: 3 };
    expect(essentialTerms(query('common', 'a', 'b', 'c'), frequencies(1_000, counts))).toEqual([
      'common',
      'a',
      'b',
      'c',
    ]);
  });

  it('keeps common terms when fewer than three rarer ones would remain', () => {
    expect(essentialTerms(query('common', 'a', 'b'), frequencies(10_000, { common: 9_000, a: 1, b: 2 }))).toEqual([
      'common',
      'a',
      'b',
    ]);
  });
});
