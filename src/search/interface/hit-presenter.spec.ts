import fc from 'fast-check';
import { monotonicScores } from './hit-presenter.js';

describe('falling scores', () => {
  it('limit a hit to the score of the previous one and leave the others unchanged', () => {
    expect(monotonicScores([0.9, 0.4, 0.002, 0.017, 0.001])).toEqual([0.9, 0.4, 0.002, 0.002, 0.001]);
  });

  it('never rise, keep the first and change no descending list', () => {
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
