import fc from 'fast-check';
import { batchesOf, cutText } from './text-batches.js';

describe('batchesOf', () => {
  const limits = fc.record({ texts: fc.integer({ min: 1, max: 9 }), paddedLength: fc.integer({ min: 1, max: 200 }) });
  const texts = fc.array(fc.string({ maxLength: 60 }), { maxLength: 40 });
  const order = fc.constantFrom('by-length' as const, 'as-given' as const);

  it('puts each text into exactly one batch and no batch over its limits, apart from a single long text', () => {
    fc.assert(
      fc.property(texts, limits, order, (given, limit, how) => {
        const batches = batchesOf(given, limit, how);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(given.map((_, i) => i));
        for (const batch of batches) {
          const longest = Math.max(...batch.map((i) => given[i]!.length));
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limit.texts);
          if (batch.length > 1) expect(batch.length * longest).toBeLessThanOrEqual(limit.paddedLength);
        }
      }),
    );
  });

  it('keeps the order where it matters, and sorts from short to long otherwise', () => {
    fc.assert(
      fc.property(texts, limits, (given, limit) => {
        expect(batchesOf(given, limit, 'as-given').flat()).toEqual(given.map((_, i) => i));
        const lengths = batchesOf(given, limit, 'by-length')
          .flat()
          .map((i) => given[i]!.length);
        expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
      }),
    );
  });

  it('fills a batch up to its limit', () => {
    const limit = { texts: 3, paddedLength: 10 };
    expect(batchesOf(['a', 'b', 'c', 'd', 'e'], limit, 'as-given')).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(batchesOf(['aaaaa', 'b', 'cccccc', 'd'], limit, 'as-given')).toEqual([[0, 1], [2], [3]]);
    expect(batchesOf(['a'.repeat(50), 'b'], limit, 'as-given')).toEqual([[0], [1]]);
  });
});

describe('cutText', () => {
  it('keeps a text that is short enough, and splits no character', () => {
    expect(cutText('kiln', 4)).toBe('kiln');
    expect(cutText('kilns', 4)).toBe('kiln');
    expect(cutText('ab𝒳', 3)).toBe('ab');
    expect(cutText('ab𝒳c', 4)).toBe('ab𝒳');
  });
});
