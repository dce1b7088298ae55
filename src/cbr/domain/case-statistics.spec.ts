import { NEEDED_INTERACTIONS, selectorReadiness, successRate } from './case-statistics.js';

describe('the readiness of the selector', () => {
  it.each([
    [NEEDED_INTERACTIONS - 1, NEEDED_INTERACTIONS - 1, false, false],
    [NEEDED_INTERACTIONS, 699, true, false],
    [NEEDED_INTERACTIONS, 700, true, true],
    [0, 0, false, false],
  ])('of %d rated interactions and %d successes: enough %s, ready %s', (rated, successful, sufficientData, ready) => {
    expect(selectorReadiness({ rated, successful })).toEqual({
      totalInteractions: rated,
      sufficientData,
      successRate: rated === 0 ? 0 : successful / rated,
      ready,
    });
  });

  it('counts nothing as a success before anything was rated', () => {
    expect(successRate({ rated: 0, successful: 0 })).toBe(0);
  });
});
