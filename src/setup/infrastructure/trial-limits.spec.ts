import { neededMultiplier } from './trial-limits.js';

describe('the multiplier of time limits', () => {
  const ms = { model: 3500, embedding: 1000, reranker: 800 };

  it('is needed by a reply that came after the limit of its part, and leaves a margin', () => {
    expect(neededMultiplier(10_608, 'model', { ms, multiplier: 1 })).toBe(5);
    expect(neededMultiplier(3501, 'model', { ms, multiplier: 1 })).toBe(2);
    expect(neededMultiplier(1200, 'embedding', { ms, multiplier: 1 })).toBe(2);
  });

  it('is not needed within the limit as the settings multiply it', () => {
    expect(neededMultiplier(3500, 'model', { ms, multiplier: 1 })).toBeNull();
    expect(neededMultiplier(10_608, 'model', { ms, multiplier: 4 })).toBeNull();
    expect(neededMultiplier(1200, 'model', { ms, multiplier: 1 })).toBeNull();
  });
});
