import { answerableProbability } from './answerable-probability.js';

describe('answerableProbability', () => {
  it('is never below the probability of a right answer, rises with it and stays within 0..1', () => {
    const right = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
    const answerable = right.map(answerableProbability);
    answerable.forEach((one, i) => expect(one).toBeGreaterThanOrEqual(right[i]! - 0.005));
    expect([...answerable].sort((a, b) => a - b)).toEqual(answerable);
    expect(answerableProbability(1)).toBeLessThanOrEqual(1);
  });

  it('is 0 if nothing was found', () => {
    expect(answerableProbability(0)).toBe(0);
  });
});
