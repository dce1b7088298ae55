import { costUsd } from './model-price.js';

describe('costUsd', () => {
  it('prices input and output for a million tokens each', () => {
    expect(costUsd('gpt-4o-mini', 2_000_000, 1_000_000)).toBeCloseTo(0.9, 10);
  });

  it('knows dated versions of a model', () => {
    expect(costUsd('gpt-4o-mini-2024-07-18', 1000, 0)).toBeCloseTo(0.00015, 10);
  });

  it('says null, never 0, for a model without a known price', () => {
    expect(costUsd('my-own-model', 1000, 1000)).toBeNull();
    expect(costUsd('gpt-4o-mini-audio', 1000, 1000)).toBeNull();
  });
});
