import fc from 'fast-check';
import { BM25 } from '../../../ranking/domain/search-index.js';
import { buildSegment, mergeSegments, SegmentPassage } from './segment-builder.js';
import { PostingList } from './posting-list.js';
import { MemtablePostings } from './memtable-postings.js';
import { passagesFromBytes, passagesToBytes, termsFromBytes, termsToBytes, WordSegment } from './word-segment.js';
import { Admitted, ScoringSegment } from './scoring-segment.js';
import { MaxScoreScorer } from './max-score-scorer.js';
import { NumberedQuestion, WordSequence } from './word-sequence.js';

const TERMS = 12;
/** A few terms that occur in many passages, and some that occur in few. */
const term = fc.nat({ max: TERMS * TERMS - 1 }).map((n) => Math.floor(Math.sqrt(n)));
const passages: fc.Arbitrary<SegmentPassage[]> = fc
  .array(fc.tuple(fc.array(term, { maxLength: 25 }), fc.nat({ max: 4 })), { maxLength: 60 })
  .map((all) =>
    all.map(([terms, heading], i) => ({
      id: 10 + 3 * i,
      // The last one is rare: a filter for it alone is narrow.
      path: i % 20 === 0 ? 3 : i % 3,
      from: 0,
      to: 99_999_999,
      words: new WordSequence(Uint32Array.from(terms), new Uint8Array(terms.length), Math.min(heading, terms.length)),
    })),
  );

function admittedOf(own: readonly SegmentPassage[], allowed: ReadonlySet<number>): Admitted {
  const places = Uint8Array.from(own, ({ path }) => +allowed.has(path));
  return { places, count: places.reduce((sum, each) => sum + each, 0) };
}

function partOf(own: readonly SegmentPassage[], allowed: ReadonlySet<number>): ScoringSegment {
  const { passages: columns, terms, postings } = buildSegment(own, BM25.headingWeight);
  const segment = new WordSegment(1, passagesFromBytes(passagesToBytes(columns)), termsFromBytes(termsToBytes(terms)));
  return {
    ids: segment.passages.ids,
    lengths: segment.passages.lengths,
    admitted: own.length === 0 ? undefined : admittedOf(own, allowed),
    lists: Array.from({ length: TERMS }, (_, each) => {
      const place = segment.listOf(each);
      if (place === undefined) return undefined;
      const bytes = postings.subarray(place.start, place.start + place.size);
      return new PostingList(place.count, place.mostFrequent, place.shortest, bytes);
    }),
  };
}

function tailOf(own: readonly SegmentPassage[], allowed: ReadonlySet<number>): ScoringSegment {
  const tail = new MemtablePostings(0, BM25.headingWeight);
  tail.add(own);
  const range = tail.range(0, Infinity);
  return {
    ids: range.passages.ids,
    lengths: range.passages.lengths,
    admitted: admittedOf(own, allowed),
    lists: Array.from({ length: TERMS }, (_, each) => range.listOf(each)),
  };
}

describe('the passages that may be among the best', () => {
  const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 6, noNaN: true })), {
    minLength: TERMS,
    maxLength: TERMS,
  });

  it.each([
    ['a window at a time', 7],
    ['all at once', undefined],
  ])('contain the best by the final score, over segments and later passages, under any filter, %s', (_, window) => {
    const scorer = new MaxScoreScorer(BM25, window);
    fc.assert(
      fc.property(
        passages,
        weights,
        fc.integer({ min: 1, max: 12 }),
        fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        fc.nat({ max: 60 }),
        (all, weighted, limit, paths, cut) => {
          const allowed = new Set(paths);
          const mean = all.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, all.length) || 1;
          const terms = weighted.map((weight, id) => ({ id, weight, term: String(id) }));
          const question = new NumberedQuestion(terms, mean, BM25);
          const scored = all
            .filter(({ path }) => allowed.has(path))
            .map(({ id, words }) => ({ id, score: question.score(words) }))
            .filter(({ score }) => score > 0)
            .sort((a, b) => b.score - a.score || a.id - b.id);
          const best = scored.slice(0, limit);
          const floor = scored.length >= limit && limit % 2 === 0 ? (best.at(-1)?.score ?? 0) : 0;
          const parts = [partOf(all.slice(0, cut), allowed), tailOf(all.slice(cut), allowed)];
          const found = scorer.candidates(parts, { weights: weighted, mean, limit, floor });
          const known = new Set(found);
          expect(known.size).toBe(found.length);
          for (const { id } of best) expect(known.has(id)).toBe(true);
          const last = (best.at(-1)?.score ?? 0) * 0.999;
          for (const { id, score } of scored)
            if (best.length === limit && score < last) expect(known.has(id)).toBe(false);
        },
      ),
    );
  });
});

describe('few passages of many', () => {
  it('get the scores of the heaviest lists, though they were found in another order', () => {
    const passageOf = (terms: readonly number[], i: number): SegmentPassage => ({
      id: i + 1,
      path: 0,
      from: 0,
      to: 99_999_999,
      words: new WordSequence(Uint32Array.from(terms), new Uint8Array(terms.length), 0),
    });
    // The heaviest term occurs in the last ten, the next one in the first ten, which the common term lifts above them.
    const all = Array.from({ length: 1_000 }, (_, i) => passageOf(i < 10 ? [1, 2] : i < 990 ? [2, 3] : [0, 3], i));
    const question = { weights: [4, 3.9, 1, 0], mean: 2, limit: 10, floor: 0 };
    const found = new MaxScoreScorer(BM25).candidates([partOf(all, new Set([0]))], question);
    expect(found).toEqual(expect.arrayContaining(all.slice(0, 10).map(({ id }) => id)));
  });
});

describe('merged segments', () => {
  it('equal the segment of their passages built at once, without the removed ones', () => {
    fc.assert(
      fc.property(passages, fc.nat({ max: 60 }), fc.array(fc.nat({ max: 190 })), (all, cut, removed) => {
        const gone = new Set(removed);
        const parts = [all.slice(0, cut), all.slice(cut)].map((own) => ({
          ...buildSegment(own, BM25.headingWeight),
          gone,
        }));
        const joined = mergeSegments(parts);
        let step = joined.next();
        while (step.done !== true) step = joined.next();
        const left = all.filter(({ id }) => !gone.has(id));
        expect(step.value).toEqual(buildSegment(left, BM25.headingWeight));
      }),
    );
  });
});
