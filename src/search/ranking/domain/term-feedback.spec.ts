import fc from 'fast-check';
import { FeedbackPassage, relevanceModel } from './term-feedback.js';

const ALIKE = () => 1;
const passage = (words: Readonly<Record<string, number>>, weight = 1, length?: number): FeedbackPassage<string> => ({
  counts: new Map(Object.entries(words)),
  length: length ?? Object.values(words).reduce((a, b) => a + b, 0),
  weight,
});
const weightsOf = (passages: readonly FeedbackPassage<string>[], rarity: (term: string) => number = ALIKE) =>
  new Map(relevanceModel(passages, rarity, 1_000).map(({ term, weight }) => [term, weight]));

const terms = fc.constantFrom('kiln', 'oven', 'clay', 'glaze', 'wheel', 'ash', '가마', '흙');
const passages = fc.array(
  fc
    .record({
      words: fc.dictionary(terms, fc.integer({ min: 1, max: 30 }), { minKeys: 1, noNullPrototype: true }),
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    })
    .map(({ words, weight }) => passage(words, weight)),
  { minLength: 1, maxLength: 6 },
);
const rarities = fc.dictionary(terms, fc.double({ min: 0, max: 9, noNaN: true }), { noNullPrototype: true });

describe('relevanceModel', () => {
  it('learns every term of the passages once, by BM25 in each, its weight and its rarity', () => {
    const model = relevanceModel(
      [passage({ kiln: 2, oven: 1 }, 0.75, 3), passage({ oven: 3, clay: 2 }, 0.25, 5)],
      (term) => (term === 'kiln' ? 2 : 1),
      9,
    );
    // A mean of 4 terms: the lengths 3 and 5 make norms of 1.2 (1/4 + 3/4 · 3/4) and 1.2 (1/4 + 3/4 · 5/4).
    const [short, long] = [0.975, 1.425];
    const expected = [
      ['kiln', 2 * 0.75 * ((2 * 2.2) / (2 + short))],
      ['oven', 0.75 * (2.2 / (1 + short)) + 0.25 * ((3 * 2.2) / (3 + long))],
      ['clay', 0.25 * ((2 * 2.2) / (2 + long))],
    ] as const;
    expect(model.map((t) => t.term)).toEqual(expected.map(([term]) => term));
    model.forEach(({ weight }, i) => expect(weight).toBeCloseTo(expected[i]?.[1] ?? Number.NaN, 10));
  });

  it('keeps up to the limit the heaviest terms, heaviest first and equal ones by name', () => {
    fc.assert(
      fc.property(passages, rarities, fc.nat({ max: 10 }), (given, rare, limit) => {
        const rarity = (term: string) => rare[term] ?? 1;
        const all = relevanceModel(given, rarity, 1_000);
        expect(new Set(all.map((t) => t.term))).toEqual(new Set(given.flatMap((p) => [...p.counts.keys()])));
        const sorted = [...all].sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
        expect(all).toEqual(sorted);
        expect(relevanceModel(given, rarity, limit)).toEqual(all.slice(0, limit));
      }),
    );
  });

  it('weights a term by its share, whichever passage contains it', () => {
    const learned = weightsOf([passage({ kiln: 1 }, 0.8), passage({ oven: 1 }, 0.2)]);
    expect(learned.get('kiln')).toBeCloseTo(4 * (learned.get('oven') ?? Number.NaN), 10);
  });

  it('gives a term that occurs everywhere no weight', () => {
    expect(weightsOf([passage({ kiln: 9, oven: 1 })], (term) => (term === 'kiln' ? 0 : 1)).get('kiln')).toBe(0);
  });

  it('limits the weight of a long passage: with all counts multiplied, its words get at most a third more weight', () => {
    const words = fc.dictionary(fc.constantFrom('kiln', 'oven', 'clay'), fc.integer({ min: 1, max: 9 }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 50 }), (own, times) => {
        const longer = Object.entries(own).map(([word, count]) => [`long ${word}`, count * times]);
        const learned = weightsOf([passage(own), passage(Object.fromEntries(longer) as Record<string, number>)]);
        for (const word of Object.keys(own)) {
          const [short, long] = [learned.get(word) ?? 0, learned.get(`long ${word}`) ?? 0];
          expect(long).toBeLessThan((4 / 3) * short);
        }
      }),
    );
  });

  it('gives a word less weight in a longer passage that contains it as often', () => {
    const learned = weightsOf([passage({ kiln: 2, clay: 8 }), passage({ oven: 2, ash: 98 })]);
    expect(learned.get('oven')).toBeLessThan(learned.get('kiln') ?? 0);
  });

  it('learns nothing from an empty list', () => {
    expect(relevanceModel([], ALIKE, 9)).toEqual([]);
    expect(relevanceModel([passage({})], ALIKE, 9)).toEqual([]);
  });
});
