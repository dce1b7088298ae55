import fc from 'fast-check';
import { decisiveness } from './decisiveness.js';

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
