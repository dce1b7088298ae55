import fc from 'fast-check';
import { monotonicScores } from './monotonic-scores.js';

describe('falling scores', () => {
  it('hold a hit to what stands before it and leave the others as they are', () => {
    expect(monotonicScores([0.9, 0.4, 0.002, 0.017, 0.001])).toEqual([0.9, 0.4, 0.002, 0.002, 0.001]);
  });

  it('never rise, keep the first and change nothing that falls already', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (scores) => {
        const falling = monotonicScores(scores);
        expect(falling).toEqual([...falling].sort((a, b) => b - a));
        expect(falling[0]).toBe(scores[0]);
        expect(falling.every((score, i) => score <= (scores[i] ?? 0))).toBe(true);
        expect(monotonicScores(falling)).toEqual(falling);
      }),
    );
  });
});
