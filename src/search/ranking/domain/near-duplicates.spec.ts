import fc from 'fast-check';
import { duplicatesOf } from './near-duplicates.js';

type Counts = ReadonlyMap<string, number>;

const numbers = new Map<string, number>();
/** Each word by its own number, once per occurrence. Numbers have gaps, as those of a large dictionary do. */
const termsOf = (counts: Counts): number[] =>
  [...counts].flatMap(([word, count]) => {
    if (!numbers.has(word)) numbers.set(word, numbers.size * 37);
    return Array.from({ length: count }, () => numbers.get(word) ?? 0);
  });
const duplicates = (passages: readonly Counts[]) => duplicatesOf(passages.map(termsOf));

/** Words that no other topic has, each with its count. */
const about = (topic: number, counts: readonly number[]): Counts =>
  new Map(counts.map((count, word) => [`topic${topic}-word${word}`, count]));
const sizeOf = (counts: Counts) => [...counts.values()].reduce((a, b) => a + b, 0);
const words = (...names: string[]): Counts => new Map(names.map((name) => [name, 1]));
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `word${from + i}`);

const topics = fc
  .array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 8, maxLength: 20 }), { minLength: 1, maxLength: 5 })
  .map((given) => given.map((counts, topic) => about(topic, counts)));

describe('duplicatesOf', () => {
  it('maps every copy to the first of its group, at any position, and never anything else', () => {
    fc.assert(
      fc.property(topics, fc.array(fc.nat({ max: 4 }), { maxLength: 12 }), (given, picks) => {
        const which = picks.map((pick) => pick % given.length);
        const expected = which.map((topic, i) => (which.indexOf(topic) < i ? which.indexOf(topic) : undefined));
        expect(duplicates(which.map((topic) => given[topic] ?? new Map()))).toEqual(expected);
      }),
    );
  });

  it('names only an earlier passage that is not a copy itself', () => {
    const small = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 20, maxLength: 20 });
    const near = fc.array(small, { maxLength: 9 }).map((all) => all.map((x) => about(0, [40, ...x.map((y) => y + 1)])));
    fc.assert(
      fc.property(near, (given) => {
        const found = duplicates(given);
        expect(found).toHaveLength(given.length);
        found.forEach((original, i) => {
          if (original === undefined) return;
          expect(original).toBeLessThan(i);
          expect(found[original]).toBeUndefined();
        });
        expect(found[0]).toBeUndefined();
      }),
    );
  });

  it('keeps the first one', () => {
    const [long, short] = [words(...numbered(0, 20)), words(...numbered(0, 19))];
    expect(duplicates([long, short])).toEqual([undefined, 0]);
    expect(duplicates([short, long])).toEqual([undefined, 0]);
  });

  it.each([
    ['one word of twenty changed', words(...numbered(0, 20)), words(...numbered(0, 19), 'other'), 0],
    ['one word of ten changed', words(...numbered(0, 10)), words(...numbered(0, 9), 'other'), undefined],
    ['a whole passage inside of a longer one', words(...numbered(0, 10)), words(...numbered(0, 20)), undefined],
    ['the same words, other counts', about(0, [9, 1, 1]), about(0, [1, 9, 1]), undefined],
    ['the same words in another order', words(...numbered(0, 9)), words(...numbered(0, 9).reverse()), 0],
  ])('classifies %s', (_, first, second, expected) => {
    expect(duplicates([first, second])).toEqual([undefined, expected]);
  });

  it('ignores passages of a few words, even if they are identical', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), (counts) => {
        const passage = about(0, counts);
        expect(duplicates([passage, passage])).toEqual([undefined, sizeOf(passage) < 8 ? undefined : 0]);
      }),
    );
  });

  it('compares with the original, not with its copies: a chain of small changes does not map to its start', () => {
    const step = (n: number) => words(...numbered(n, n + 40));
    const chain = [0, 1, 2, 3, 4, 5].map(step);
    // Passages two words of forty apart are still similar, 38 of 42; three apart are not, 37 of 43.
    expect(duplicates(chain)).toEqual([undefined, 0, 0, undefined, 3, 3]);
  });

  it('returns an empty list for an empty list', () => {
    expect(duplicates([])).toEqual([]);
    expect(duplicates([new Map(), new Map()])).toEqual([undefined, undefined]);
  });
});
