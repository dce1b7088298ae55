import fc from 'fast-check';
import { CountedRating, feedbackEffect, FEEDBACKS, qualityAfter, Rating } from './feedback.js';

const rating = fc.record({
  feedback: fc.constantFrom(...FEEDBACKS),
  success: fc.option(fc.boolean()),
});

describe('the effect of a feedback', () => {
  it.each([
    ['thumbs_up', 0.6, 0.7],
    ['thumbs_down', 0.7, 0.6],
    ['selected', 0.95, 1],
    ['thumbs_down', 0.05, 0],
    ['ignored', 0.5, 0.5],
  ] as const)('%s takes quality %d to %d', (feedback, from, to) => {
    expect(qualityAfter(from, feedback)).toBe(to);
  });

  it('is exact over ten steps up and ten down', () => {
    let quality = 0;
    for (let i = 0; i < 10; i++) quality = qualityAfter(quality, 'thumbs_up');
    expect(quality).toBe(1);
    for (let i = 0; i < 10; i++) quality = qualityAfter(quality, 'thumbs_down');
    expect(quality).toBe(0);
  });

  it('counts a use once for each log and case, and ignores repeated feedback', () => {
    const first = feedbackEffect(0.5, { feedback: 'selected', success: true }, undefined);
    expect(first).toEqual({ qualityScore: 0.6, qualityChange: 0.1, usageChange: 1 });
    const counted: CountedRating = { feedback: 'selected', success: true, qualityChange: 0.1 };
    expect(feedbackEffect(0.6, { feedback: 'selected', success: true }, counted)).toBeUndefined();
    expect(feedbackEffect(0.6, { feedback: 'thumbs_down', success: true }, counted)).toEqual({
      qualityScore: 0.4,
      qualityChange: -0.1,
      usageChange: 0,
    });
  });

  it('results in the quality of only the last feedback of a log and case', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.array(rating, { minLength: 1, maxLength: 8 }),
        (percent, ratings) => {
          const start = percent / 100;
          let quality = start;
          let before: CountedRating | undefined;
          for (const given of ratings) {
            const effect = feedbackEffect(quality, given, before);
            if (effect === undefined) continue;
            quality = effect.qualityScore;
            before = { ...given, qualityChange: effect.qualityChange };
          }
          const last = ratings.at(-1) as Rating;
          expect(quality).toBeCloseTo(qualityAfter(start, last.feedback), 9);
        },
      ),
    );
  });
});
