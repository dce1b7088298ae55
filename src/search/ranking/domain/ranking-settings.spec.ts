import { forProvided, isSpelledOut, RANKING } from './ranking-settings.js';

const sum = (shares: readonly number[]) => shares.reduce((a, b) => a + b, 0);

describe('forProvided', () => {
  it('gives vectors their gain relative to the other weights, and keeps sums', () => {
    const settings = {
      ...RANKING,
      first: [0.6, 0.4],
      second: [0.4, 0.2, 0.4],
      provided: { gain: 3, meaningShare: 0.2, feedbackStrength: 1.5 },
    } as const;
    const { first, second, meaningShare, feedbackStrength } = forProvided(settings);
    expect([sum(first), sum(second)]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
    expect([meaningShare, feedbackStrength]).toEqual([0.2, 1.5]);
    expect(first[1] / first[0]).toBeCloseTo((3 * 0.4) / 0.6);
    expect(second[2] / second[0]).toBeCloseTo(3);
    expect(second[0] / second[1]).toBeCloseTo(2);
  });

  it('keeps the weight of words if vectors have none', () => {
    expect(forProvided({ ...RANKING, first: [1, 0], second: [0.7, 0.3, 0] })).toMatchObject({
      first: [1, 0],
      second: [0.7, 0.3, 0],
    });
  });
});

describe('isSpelledOut', () => {
  const word = (text: string, isUnknown = false) => ({ text, isUnknown });

  it('is true for Latin words of which half occur in the store', () => {
    expect(isSpelledOut([word('kiln'), word('zorp', true)])).toBe(true);
  });

  it.each([
    ['no words', []],
    ['Hangul among them', [word('kiln'), word('가마')]],
    ['words of another language, which occur nowhere', [word('kiln', true), word('fee', true), word('cost')]],
  ])('is false for %s', (_, words) => {
    expect(isSpelledOut(words)).toBe(false);
  });
});
