import fc from 'fast-check';
import { fuse, Fusible, Scored } from './fusion.js';

/** Each retriever's score of a passage; a retriever without a score cannot list it. */
interface Said {
  readonly id: number;
  readonly scores: readonly (number | undefined)[];
}

const RETRIEVERS = 3;
/** Multiples of 1/128, so that a multiple of a score is exact. */
const score = fc.option(
  fc.integer({ min: -4_000, max: 4_000 }).map((x) => x / 128),
  { nil: undefined, freq: 4 },
);
const said: fc.Arbitrary<Said[]> = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    scores: fc.array(score, { minLength: RETRIEVERS, maxLength: RETRIEVERS }),
  }),
  { selector: (s) => s.id, maxLength: 20 },
);
const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: RETRIEVERS, maxLength: RETRIEVERS });
const bestFirst = (list: Scored[]) => list.sort((a, b) => b.score - a.score || a.id - b.id);
const ids = (list: readonly { readonly id: number }[]) => list.map((s) => s.id);
const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b);

/** The lists of a given length over the passages, as an index returns them. */
function found(all: readonly Said[], length = 10): Fusible {
  const lists = Array.from({ length: RETRIEVERS }, (_, i) => {
    const scored = all.flatMap(({ id, scores }) => {
      const own = scores[i];
      return own === undefined ? [] : [{ id, score: own }];
    });
    return bestFirst(scored).slice(0, length);
  });
  const listed = new Set(lists.flatMap(ids));
  return { lists, candidates: all.filter((s) => listed.has(s.id)) };
}

describe('fuse', () => {
  it('contains each passage of any list once and no other, best first, with finite scores', () => {
    fc.assert(
      fc.property(said, weights, (all, w) => {
        const every = found(all);
        const fused = fuse(every, w);
        expect(ascending(ids(fused))).toEqual(ascending([...new Set(every.lists.flatMap(ids))]));
        expect(ids(bestFirst([...fused]))).toEqual(ids(fused));
        expect(fused.every((s) => Number.isFinite(s.score))).toBe(true);
      }),
    );
  });

  it('keeps the order of a single retriever, whatever the weights', () => {
    fc.assert(
      fc.property(said, weights, fc.nat({ max: RETRIEVERS - 1 }), (all, w, alone) => {
        const single = all.map(({ id, scores }) => ({
          id,
          scores: scores.map((s, i) => (i === alone ? s : undefined)),
        }));
        const { lists, candidates } = found(single);
        expect(ids(fuse({ lists, candidates }, w))).toEqual(ids(lists[alone] ?? []));
      }),
    );
  });

  it('does not depend on the unit of a retriever’s scores', () => {
    fc.assert(
      fc.property(said, weights, fc.nat({ max: RETRIEVERS - 1 }), (all, w, which) => {
        const scaled = all.map(({ id, scores }) => ({
          id,
          scores: scores.map((s, i) => (s === undefined || i !== which ? s : s * 8)),
        }));
        const plain = new Map(fuse(found(all), w).map((s) => [s.id, s.score]));
        for (const { id, score: fused } of fuse(found(scaled), w)) expect(fused).toBeCloseTo(plain.get(id) ?? NaN, 6);
      }),
    );
  });

  it('treats weights as shares: only their ratio counts', () => {
    fc.assert(
      fc.property(said, weights, (all, w) => {
        const plain = fuse(found(all), w);
        const multiplied = fuse(
          found(all),
          w.map((x) => x * 4),
        );
        expect(multiplied.map((s) => s.score)).toEqual(plain.map((s) => expect.closeTo(s.score, 6) as number));
      }),
    );
  });

  it('ignores a retriever without a weight if another one has a weight and found something', () => {
    fc.assert(
      fc.property(said, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, w) => {
        const both = found(all);
        fc.pre((both.lists[0]?.length ?? 0) > 0);
        const fused = new Map(fuse(both, [w, 0, 0]).map((s) => [s.id, s.score]));
        const own = both.lists.map((list, i) => (i === 0 ? list : []));
        for (const { id, score: alone } of fuse({ lists: own, candidates: both.candidates }, [1, 0, 0]))
          expect(fused.get(id)).toBeCloseTo(alone, 6);
      }),
    );
  });

  it('uses the true score of a passage that a retriever did not list, and that of the last entry below the list', () => {
    const lists = [
      [10, 8, 6].map((x, i) => ({ id: i + 1, score: x })),
      [0.9, 0.5].map((x, i) => ({ id: i + 3, score: x })),
      [{ id: 4, score: 7 }],
    ];
    const candidates = [
      { id: 1, scores: [10, 0.4, 0] },
      { id: 2, scores: [8, undefined, 7] },
      { id: 3, scores: [6, 0.9, 0] },
      { id: 4, scores: [5, 0.5, 7] },
    ];
    const fused = new Map(fuse({ lists, candidates }, [0.5, 0.3, 0.2]).map((s) => [s.id, s.score]));
    const deviation = Math.sqrt(8 / 3);
    // A list of one entry gives all the same score: its only entry is also its floor.
    expect(fused.get(1)).toBeCloseTo(0.5 * (2 / deviation) + 0.3 * -1);
    expect(fused.get(2)).toBeCloseTo(0.3 * -1);
    expect(fused.get(3)).toBeCloseTo(0.5 * (-2 / deviation) + 0.3 * 1);
    expect(fused.get(4)).toBeCloseTo(0.5 * (-2 / deviation) + 0.3 * -1);
  });

  it('distributes the weight of retrievers that found nothing among the others', () => {
    const lists = [
      [
        { id: 1, score: 3 },
        { id: 2, score: 1 },
      ],
      [],
      [
        { id: 2, score: 9 },
        { id: 1, score: 5 },
      ],
    ];
    const candidates = [
      { id: 1, scores: [3, undefined, 5] },
      { id: 2, scores: [1, undefined, 9] },
    ];
    const fused = new Map(fuse({ lists, candidates }, [0.2, 0.5, 0.3]).map((s) => [s.id, s.score]));
    expect(fused.get(1)).toBeCloseTo(0.4 - 0.6);
    expect(fused.get(2)).toBeCloseTo(-0.4 + 0.6);
  });
});
