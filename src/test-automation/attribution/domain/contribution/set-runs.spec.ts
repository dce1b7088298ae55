import fc from 'fast-check';
import { SHAPLEY_SETS } from './designs.js';
import { scoresOf } from './set-runs.js';

describe('scoresOf', () => {
  it('runs a question once if nothing fires', async () => {
    const { scores, asked, fired } = await scoresOf(SHAPLEY_SETS, () => Promise.resolve({ score: 4, fired: 0 }));
    expect([asked, fired, scores.size]).toEqual([1, 0, 256]);
  });

  it('gives every set the score that it would have if it were run', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 255 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 8, minLength: 8 }),
        async (active, worth) => {
          // Only these components have an effect, whatever else is on.
          const run = (on: number) => ({
            fired: on & active,
            score: worth.reduce((sum, points, i) => sum + (((on & active) >> i) & 1) * points, 0),
          });
          const { scores, asked } = await scoresOf(SHAPLEY_SETS, (on) => Promise.resolve(run(on)));
          for (const on of SHAPLEY_SETS) expect(scores.get(on)).toBe(run(on).score);
          expect(asked).toBe(2 ** [...active.toString(2)].filter((bit) => bit === '1').length);
        },
      ),
      { numRuns: 15 },
    );
  });
});
