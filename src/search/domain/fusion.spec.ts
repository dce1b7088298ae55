import fc from 'fast-check';
import { DEFAULT_WEIGHTS, fuse, Scored } from './fusion.js';

/** A retriever's list: distinct passages, best first. */
const list = fc
  .uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 30 }), score: fc.double({ min: -5, max: 40, noNaN: true }) }),
    { selector: (s) => s.id, maxLength: 15 },
  )
  .map((scored) => scored.sort((a, b) => b.score - a.score || a.id - b.id));
const ids = (scored: readonly Scored[]) => scored.map((s) => s.id);
const ordered = (scored: readonly Scored[]) =>
  scored.every((s, i) => i === 0 || (scored[i - 1]?.score ?? 0) >= s.score);

describe('fuse', () => {
  it('holds each passage of either list once, and no other', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const fused = ids(fuse(a, b));
        expect([...fused].sort((x, y) => x - y)).toEqual([...new Set([...ids(a), ...ids(b)])].sort((x, y) => x - y));
      }),
    );
  });

  it('gives finite scores, best first, ties by id', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const fused = fuse(a, b);
        expect(fused.every((s) => Number.isFinite(s.score))).toBe(true);
        expect(ordered(fused)).toBe(true);
        for (const [i, s] of fused.entries()) {
          const before = fused[i - 1];
          if (before?.score === s.score) expect(before.id).toBeLessThan(s.id);
        }
      }),
    );
  });

  it('keeps the scores of one list in order when the other is empty', () => {
    fc.assert(
      fc.property(list, (only) => {
        const score = new Map(only.map((s) => [s.id, s.score]));
        for (const fused of [fuse(only, []), fuse([], only)]) {
          const own = fused.map((s) => score.get(s.id) ?? NaN);
          expect(own.every((x, i) => i === 0 || (own[i - 1] ?? NaN) >= x - 1e-6)).toBe(true);
        }
      }),
    );
  });

  it('never puts a passage before one that is better in both lists', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const [inA, inB] = [a, b].map((l) => new Map(l.map((s) => [s.id, s.score])));
        const fused = fuse(a, b);
        for (const [i, first] of fused.entries()) {
          for (const later of fused.slice(i + 1)) {
            const worse = [inA, inB].every(
              (scores) => (scores?.get(later.id) ?? -Infinity) > (scores?.get(first.id) ?? -Infinity) + 1e-6,
            );
            expect(worse).toBe(false);
          }
        }
      }),
    );
  });

  it('does not depend on a retriever’s scale', () => {
    const lexical = [
      { id: 1, score: 9 },
      { id: 2, score: 5 },
      { id: 3, score: 1 },
    ];
    const vector = [
      { id: 3, score: 0.9 },
      { id: 1, score: 0.3 },
    ];
    expect(
      ids(
        fuse(
          lexical.map((s) => ({ ...s, score: s.score * 100 + 7 })),
          vector,
        ),
      ),
    ).toEqual(ids(fuse(lexical, vector)));
  });

  it('follows one list alone when the other weighs nothing', () => {
    const lexical = [
      { id: 1, score: 9 },
      { id: 2, score: 5 },
      { id: 3, score: 1 },
    ];
    const vector = [
      { id: 3, score: 0.9 },
      { id: 2, score: 0.3 },
      { id: 1, score: 0.1 },
    ];
    expect(ids(fuse(lexical, vector, { lexical: 1, vector: 0 }))).toEqual([1, 2, 3]);
    expect(ids(fuse(lexical, vector, { lexical: 0, vector: 1 }))).toEqual([3, 2, 1]);
  });

  it('takes lists of equal scores, and no lists', () => {
    expect(fuse([], [])).toEqual([]);
    expect(
      ids(
        fuse(
          [
            { id: 2, score: 1 },
            { id: 1, score: 1 },
          ],
          [],
        ),
      ),
    ).toEqual([1, 2]);
    expect(DEFAULT_WEIGHTS.lexical + DEFAULT_WEIGHTS.vector).toBeCloseTo(1);
  });
});
