import { costUsd, estimatedTokens, ModelPrice, priceOf } from './price-table.js';

const PRICES: readonly ModelPrice[] = [
  { provider: 'openai', model: 'gpt-4o-mini', inputUsd: 0.15, outputUsd: 0.6 },
  { provider: 'anthropic', model: 'claude-haiku-4-5', inputUsd: 1, outputUsd: 5 },
];

describe('priceOf', () => {
  it('finds the price of dated versions of a model', () => {
    expect(priceOf(PRICES, 'openai', 'gpt-4o-mini-2024-07-18')?.inputUsd).toBe(0.15);
    expect(priceOf(PRICES, 'anthropic', 'claude-haiku-4-5-20251001')?.outputUsd).toBe(5);
  });

  it('has no price of a variant, nor of the same name at another provider', () => {
    expect(priceOf(PRICES, 'openai', 'gpt-4o-mini-audio')).toBeUndefined();
    expect(priceOf(PRICES, 'gemini', 'gpt-4o-mini')).toBeUndefined();
  });
});

describe('costUsd', () => {
  it('prices input and output for a million tokens each', () => {
    expect(costUsd(PRICES[0], 2_000_000, 1_000_000)).toBeCloseTo(0.9, 10);
  });

  it('returns null, never 0, without a price', () => {
    expect(costUsd(undefined, 1000, 1000)).toBeNull();
  });
});

describe('estimatedTokens', () => {
  it('counts Korean by the syllable and Latin by a few letters', () => {
    expect(estimatedTokens('')).toBe(0);
    expect(estimatedTokens('abcdef')).toBe(2);
    expect(estimatedTokens('가나다라마')).toBe(6);
  });
});
