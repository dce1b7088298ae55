import fc from 'fast-check';
import { Analyser } from '../../../text/tokens/analyser.js';
import { LexicalIndex } from './lexical-index.js';
import { PlacesInText } from '../../ranking/domain/search-index.js';

const analyser = new Analyser({ stem: (word) => word, isStopWord: (word) => word === 'the' });
const word = fc.constantFrom('kiln', 'clay', 'glaze', 'the', '가마', '가마터', '흙', '1,200', 'oven');
const text = fc.array(word, { maxLength: 25 }).map((words) => words.join(' '));
const entry = fc.record({ heading: text, body: text, isRemoved: fc.boolean() });
const corpora = fc.array(entry, { minLength: 1, maxLength: 15 });
const options = fc.record({
  k1: fc.double({ min: 0.1, max: 3, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  headingWeight: fc.double({ min: 0.5, max: 5, noNaN: true }),
});
const questions = fc.array(
  fc.record({
    term: fc.constantFrom('kiln', 'clay', '가마', '마터', '흙', '1200', 'oven', 'nowhere'),
    weight: fc.double({ min: 0, max: 4, noNaN: true }),
  }),
  { maxLength: 6 },
);

interface Entry {
  readonly heading: string;
  readonly body: string;
  readonly isRemoved: boolean;
}

interface Bm25 {
  readonly k1: number;
  readonly b: number;
  readonly headingWeight: number;
}

const count = (terms: readonly string[], term: string) => terms.filter((each) => each === term).length;
const lengthOf = (e: Entry) => analyser.termsOf(e.heading).length + analyser.termsOf(e.body).length;

/** BM25 of one passage by its textbook formula, over the passages in the index. */
function naiveScore(
  of: Entry,
  alive: readonly Entry[],
  question: readonly { term: string; weight: number }[],
  { k1, b, headingWeight }: Bm25,
): number {
  const mean = alive.reduce((sum, each) => sum + lengthOf(each), 0) / Math.max(1, alive.length) || 1;
  return question.reduce((score, { term, weight }) => {
    const tf = headingWeight * count(analyser.termsOf(of.heading), term) + count(analyser.termsOf(of.body), term);
    return score + (weight * (k1 + 1) * tf) / (tf + k1 * (1 - b + (b * lengthOf(of)) / mean));
  }, 0);
}

function filled(entries: readonly Entry[]): LexicalIndex {
  const index = new LexicalIndex(analyser);
  for (const each of entries) index.add(each.heading, each.body);
  entries.forEach((each, slot) => {
    if (each.isRemoved) index.remove(slot);
  });
  return index;
}

const VOCABULARY = ['kiln', 'clay', 'glaze', 'the', '가마', '마터', '흙', '1200', 'oven', 'nowhere'];

describe('the score of a passage', () => {
  it('is BM25 with weighted headings, over the passages that were not removed', () => {
    fc.assert(
      fc.property(corpora, questions, options, (entries, question, bm25) => {
        const scores = new Float32Array(entries.length);
        filled(entries).score(question, bm25, scores);
        const alive = entries.filter((each) => !each.isRemoved);
        entries.forEach((each, slot) => {
          if (each.isRemoved) return;
          const expected = naiveScore(each, alive, question, bm25);
          expect(Math.abs((scores[slot] ?? 0) - expected)).toBeLessThanOrEqual(1e-4 * Math.max(1, expected));
        });
      }),
    );
  });

  it('does not depend on earlier content of the buffer, and is 0 without a term of the question', () => {
    const index = filled([
      { heading: '', body: 'kiln clay', isRemoved: false },
      { heading: '', body: 'oven', isRemoved: false },
    ]);
    const scores = new Float32Array(5).fill(9);
    index.score([{ term: 'kiln', weight: 1 }], { k1: 1.2, b: 0.75, headingWeight: 1 }, scores);
    expect(scores[0]).toBeGreaterThan(0);
    expect([...scores.subarray(1)]).toEqual([0, 0, 0, 0]);
  });

  it('follows the lengths if passages are added or removed between two questions', () => {
    const bm25 = { k1: 1.2, b: 0.75, headingWeight: 1 };
    const score = (index: LexicalIndex) => {
      const scores = new Float32Array(index.slots);
      index.score([{ term: 'kiln', weight: 1 }], bm25, scores);
      return scores[0] ?? 0;
    };
    const index = filled([{ heading: '', body: 'kiln clay', isRemoved: false }]);
    const alone = score(index);
    const long = index.add('', 'oven '.repeat(40));
    expect(score(index)).toBeGreaterThan(alone);
    index.remove(long);
    expect(score(index)).toBeCloseTo(alone, 6);
  });
});

describe('removing passages', () => {
  it('leaves the statistics of an index that never contained them', () => {
    fc.assert(
      fc.property(corpora, questions, options, (entries, question, bm25) => {
        const index = filled(entries);
        const alive = entries.filter((each) => !each.isRemoved);
        const never = filled(alive);
        expect(index.size).toBe(never.size);
        for (const term of VOCABULARY) expect(index.documentFrequency(term)).toBe(never.documentFrequency(term));
        const [scores, expected] = [new Float32Array(entries.length), new Float32Array(alive.length)];
        index.score(question, bm25, scores);
        never.score(question, bm25, expected);
        expect([...scores].filter((_, slot) => entries[slot]?.isRemoved === false)).toEqual([...expected]);
      }),
    );
  });

  it('counts once, and only what is there', () => {
    const index = filled([{ heading: '', body: 'kiln', isRemoved: false }]);
    index.remove(0);
    index.remove(0);
    index.remove(7);
    expect([index.size, index.slots, index.documentFrequency('kiln')]).toEqual([0, 1, 0]);
    expect([index.holds(0), index.holds(7)]).toEqual([false, false]);
    index.add('', 'kiln');
    expect([index.size, index.slots, index.documentFrequency('kiln'), index.holds(1)]).toEqual([1, 2, 1, true]);
  });
});

describe('the terms of a passage', () => {
  const mixed = fc.array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 30 });
  const texts = fc.tuple(mixed, mixed).map((both) => both.map((words) => words.join(' ')) as [string, string]);

  /** Words of each term as the analyser numbers them; a text here has little more than 200 words. */
  function placesIn(of: string, asked: readonly string[]): PlacesInText {
    const tokens = analyser.tokens(of).filter(({ term }) => asked.includes(term));
    return { terms: tokens.map(({ term }) => asked.indexOf(term)), words: tokens.map(({ word: at }) => at) };
  }

  it('occur where the analyser found them, heading and body separately', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (passages) => {
        const index = new LexicalIndex(analyser);
        for (const [heading, body] of passages) index.add(heading, body);
        passages.forEach(([heading, body], slot) => {
          const some = [...analyser.termsOf(heading), 'nowhere', ...analyser.termsOf(body)].filter((_, i) => i % 3 < 2);
          const asked = [...new Set(some)];
          expect(index.places([slot], asked)).toEqual([
            { heading: placesIn(heading, asked), body: placesIn(body, asked) },
          ]);
          expect(index.lengthOf(slot)).toBe(analyser.termsOf(heading).length + analyser.termsOf(body).length);
        });
        const none = { terms: [], words: [] };
        // An earlier lookup leaves no state.
        expect(index.places([0], [])).toEqual([{ heading: none, body: none }]);
      }),
    );
  });

  it('are counted over heading and body together', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (passages) => {
        const index = new LexicalIndex(analyser);
        for (const [heading, body] of passages) index.add(heading, body);
        passages.forEach(([heading, body], slot) => {
          const all = [...analyser.termsOf(heading), ...analyser.termsOf(body)];
          const counted = [...index.termCounts(slot)].map(([id, n]) => [index.dictionary.termAt(id), n]);
          expect(new Map(counted as [string, number][])).toEqual(new Map(all.map((term) => [term, count(all, term)])));
          expect(Array.from(index.termsOf(slot), (id) => index.dictionary.termAt(id))).toEqual(all);
        });
      }),
    );
  });

  it('keep their order after a run of stop words longer than the maximum step', () => {
    const index = new LexicalIndex(analyser);
    index.add('', `kiln ${'the '.repeat(400)} clay clay`);
    const [places] = index.places([0], ['kiln', 'clay']);
    expect(places?.body.terms).toEqual([0, 1, 1]);
    const [kiln, first = 0, second = 0] = places?.body.words ?? [];
    expect(kiln).toBe(0);
    expect(first).toBeGreaterThanOrEqual(255);
    expect(second).toBe(first + 1);
  });
});
