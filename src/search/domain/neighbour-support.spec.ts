import fc from 'fast-check';
import { neighbourSupport, Supportable } from './neighbour-support.js';

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));
const passage = (degrees: number, score: number): Supportable => ({ score, vector: at(degrees) });
const number = fc.double({ min: -5, max: 5, noNaN: true });
const passages = fc.array(
  fc.record({
    score: number,
    vector: fc.option(fc.double({ min: 0, max: 360, noNaN: true }).map(at), { nil: undefined }),
  }),
  { maxLength: 30 },
);

describe('neighbourSupport', () => {
  it('speaks for the passage that lies among good ones, and against the one among poor ones', () => {
    const [among = 0, , , apart = 0] = neighbourSupport(
      [passage(0, 0), passage(5, 3), passage(10, 3), passage(90, 0), passage(95, -1), passage(85, -1)],
      2,
    );
    expect(among).toBeGreaterThan(0);
    expect(apart).toBeLessThan(0);
  });

  it('counts nearer passages more, and its own score not at all', () => {
    const found = [passage(0, 1), passage(10, 3), passage(40, -3), passage(90, 0)];
    const [support = 0] = neighbourSupport(found, 2);
    const [better = 0] = neighbourSupport([passage(0, 100), ...found.slice(1)], 2);
    expect(support).toBeGreaterThan(0);
    expect(better).toBeLessThanOrEqual(support);
  });

  it('says nothing of a passage without a vector, of one like no other, and of fewer than three', () => {
    const vectors = [passage(0, 1), passage(1, 2), passage(2, 3)];
    const [none] = neighbourSupport([{ score: 9, vector: undefined }, ...vectors], 8);
    expect(none).toBe(0);
    const apart = Float32Array.of(0, 0, 1);
    const flat = vectors.map(({ score, vector }) => ({ score, vector: Float32Array.of(...(vector ?? []), 0) }));
    expect(neighbourSupport([{ score: 9, vector: apart }, ...flat], 8)[0]).toBe(0);
    expect(neighbourSupport(vectors.slice(0, 2), 8)).toEqual([0, 0]);
    expect(neighbourSupport([], 8)).toEqual([]);
  });

  it('gives finite numbers of mean 0 and deviation 1 at most', () => {
    fc.assert(
      fc.property(passages, fc.integer({ min: 1, max: 10 }), (found, neighbours) => {
        const support = neighbourSupport(found, neighbours);
        expect(support).toHaveLength(found.length);
        expect(support.every(Number.isFinite)).toBe(true);
        const mean = support.reduce((sum, x) => sum + x, 0) / Math.max(1, support.length);
        const square = support.reduce((sum, x) => sum + x * x, 0) / Math.max(1, support.length);
        expect(Math.abs(mean)).toBeLessThan(1e-6);
        expect(square).toBeLessThanOrEqual(1 + 1e-6);
      }),
    );
  });

  it('does not change when all scores are moved or stretched alike', () => {
    fc.assert(
      fc.property(passages, fc.double({ min: 0.5, max: 4, noNaN: true }), number, (found, factor, added) => {
        const support = neighbourSupport(found, 4);
        const other = neighbourSupport(
          found.map(({ score, vector }) => ({ score: factor * score + added, vector })),
          4,
        );
        // Where means differ by roundings alone, their deviation is one.
        const spread = Math.max(...found.map((s) => s.score)) - Math.min(...found.map((s) => s.score));
        fc.pre(spread > 1e-3);
        support.forEach((value, i) => expect(Math.abs(value - (other[i] ?? 0))).toBeLessThan(1e-3));
      }),
    );
  });
});
