import fc from 'fast-check';
import { FeedbackPassage, relevanceModel, decisiveness, feedbackWeights } from './second-pass.js';
import { movedTowards } from '../../embedding/domain/vector-space.js';

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

const list = (first: number, tenth: number) => [first, ...Array.from({ length: 9 }, () => tenth)];
const scores = fc
  .array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 20 })
  .map((all) => all.sort((a, b) => b - a));

describe('decisiveness', () => {
  it('grows with the lead over the tenth passage', () => {
    expect(decisiveness(list(20, 18), 6)).toBeLessThan(decisiveness(list(20, 6), 6));
    expect(decisiveness(list(20, 20), 6)).toBe(0);
  });

  it('trusts the same lead more in a question of more words', () => {
    expect(decisiveness(list(20, 6), 2)).toBeLessThan(decisiveness(list(20, 6), 8));
  });

  it('is 0 for a single word, however few passages contain it', () => {
    expect(decisiveness([12, 11], 1)).toBe(0);
  });

  it('is 0 when nothing was found', () => {
    expect(decisiveness([], 5)).toBe(0);
    expect(decisiveness([0, 0], 5)).toBe(0);
  });

  it('stays in 0..1 and does not depend on the unit of the scores', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 40 }), (best, words) => {
        const value = decisiveness(best, words);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
        expect(
          decisiveness(
            best.map((x) => 3 * x),
            words,
          ),
        ).toBeCloseTo(value, 10);
      }),
    );
  });
});

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v) => Float32Array.from(v, (x) => x / Math.hypot(...v)));
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('feedback', () => {
  it('weights passages by their lead, with sum one', () => {
    const weights = feedbackWeights([3, 1, 0].map((score, id) => ({ id, score })));
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1);
    // Their standard deviation.
    const spread = Math.sqrt(14 / 9);
    expect((weights[0] ?? 0) / (weights[1] ?? 1)).toBeCloseTo(Math.exp(2 / spread));
    expect((weights[1] ?? 0) / (weights[2] ?? 1)).toBeCloseTo(Math.exp(1 / spread));
  });

  it('gives the same weights for any unit of the scores, and equal weights for equal scores', () => {
    const weightsOf = (...scores: number[]) => feedbackWeights(scores.map((score, id) => ({ id, score })));
    weightsOf(30, 10, 0).forEach((weight, i) => expect(weight).toBeCloseTo(weightsOf(3, 1, 0)[i] ?? Number.NaN, 10));
    expect([weightsOf(2, 2), weightsOf(7), weightsOf()]).toEqual([[0.5, 0.5], [1], []]);
  });

  it('moves a question nearer to the passage, always to unit length', () => {
    fc.assert(
      fc.property(vector, vector, (question, passage) => {
        fc.pre(dot(question, passage) > -0.9);
        const moved = movedTowards(question, [passage], [1], 1);
        expect(Math.hypot(...moved)).toBeCloseTo(1, 4);
        expect(dot(moved, passage)).toBeGreaterThanOrEqual(dot(question, passage) - 1e-6);
      }),
    );
  });

  it('keeps the question if no passage has a vector', () => {
    fc.assert(
      fc.property(vector, (question) => {
        expect(dot(movedTowards(question, [undefined, undefined], [0.5, 0.5], 1), question)).toBeCloseTo(1, 5);
      }),
    );
  });
});
