import fc from 'fast-check';
import { ABSTAINED_MAXIMUM, abstainedConfidence, confidence, answerableProbability } from './confidence.js';

const score = fc.double({ min: -1, max: 2, noNaN: true });
const count = fc.nat({ max: 9 });

describe('confidence', () => {
  it('stays within 0 and 1 for any score', () => {
    fc.assert(
      fc.property(score, count, (top, sources) => {
        expect(confidence(top, sources)).toBeGreaterThanOrEqual(0);
        expect(confidence(top, sources)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is monotonic in the score and in the number of sources', () => {
    fc.assert(
      fc.property(score, score, count, (a, b, sources) => {
        expect(confidence(Math.max(a, b), sources)).toBeGreaterThanOrEqual(confidence(Math.min(a, b), sources));
        expect(confidence(a, sources + 1)).toBeGreaterThanOrEqual(confidence(a, sources));
      }),
    );
  });

  it('is the same with two sources as with many', () => {
    expect(confidence(0.7, 9)).toBe(confidence(0.7, 2));
  });
});

describe('abstainedConfidence', () => {
  it('is never above its maximum and never above the confidence of an answer', () => {
    fc.assert(
      fc.property(score, count, (top, sources) => {
        expect(abstainedConfidence(top, sources)).toBeLessThanOrEqual(ABSTAINED_MAXIMUM);
        expect(abstainedConfidence(top, sources)).toBeLessThanOrEqual(confidence(top, sources));
      }),
    );
    expect(ABSTAINED_MAXIMUM).toBeLessThan(0.3);
  });

  it('is 0 without sources', () => {
    expect(abstainedConfidence(0.9, 0)).toBe(0);
  });
});

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
