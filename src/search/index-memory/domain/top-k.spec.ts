import fc from 'fast-check';
import { TopK } from './top-k.js';

/** Few values, so that ties are common. */
const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1, max: 1 }));
const offers = fc.array(score, { maxLength: 60 });

function sorted(scores: readonly number[]): { id: number; score: number }[] {
  return scores.map((value, id) => ({ id, score: value + 0 })).sort((a, b) => b.score - a.score || a.id - b.id);
}

describe('the best k', () => {
  it('are the first k of a full sort, ties by the smaller id, for any order of offers', () => {
    const shuffled = offers.chain((scores) =>
      fc.tuple(
        fc.constant(scores),
        fc.shuffledSubarray(
          scores.map((_, id) => id),
          { minLength: scores.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.nat({ max: 20 }), ([scores, order], k) => {
        const top = new TopK(k);
        for (const id of order) top.offer(id, (scores[id] ?? 0) + 0);
        expect(top.best()).toEqual(sorted(scores).slice(0, k));
      }),
    );
  });

  it('are the same if values not above the threshold are never offered', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 20 }), (scores, k) => {
        const top = new TopK(k);
        scores.forEach((value, id) => {
          if (value > top.threshold) top.offer(id, value + 0);
        });
        expect(top.best()).toEqual(sorted(scores).slice(0, k));
      }),
    );
  });
});
