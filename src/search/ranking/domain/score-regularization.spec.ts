import fc from 'fast-check';
import { scoreRegularization } from './score-regularization.js';

interface Supportable {
  readonly score: number;
  /** Unit length. */
  readonly vector: Float32Array | undefined;
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return Number.NaN;
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}

function support(passages: readonly Supportable[], neighbours: number): number[] {
  const cosines = passages.map(({ vector }) => Float32Array.from(passages, (other) => cosine(vector, other.vector)));
  return scoreRegularization(
    passages.map(({ score }) => score),
    cosines,
    neighbours,
  );
}

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

describe('scoreRegularization', () => {
  it('raises a passage among good ones, and lowers one among poor ones', () => {
    const [among = 0, , , apart = 0] = support(
      [passage(0, 0), passage(5, 3), passage(10, 3), passage(90, 0), passage(95, -1), passage(85, -1)],
      2,
    );
    expect(among).toBeGreaterThan(0);
    expect(apart).toBeLessThan(0);
  });

  it('gives nearer passages more weight, and its own score none', () => {
    const found = [passage(0, 1), passage(10, 3), passage(40, -3), passage(90, 0)];
    const [own = 0] = support(found, 2);
    const [better = 0] = support([passage(0, 100), ...found.slice(1)], 2);
    expect(own).toBeGreaterThan(0);
    expect(better).toBeLessThanOrEqual(own);
  });

  it('is 0 for a passage without a vector, and for one that is like no other', () => {
    const vectors = [passage(0, 1), passage(1, 2), passage(2, 3)];
    const [none] = support([{ score: 9, vector: undefined }, ...vectors], 8);
    expect(none).toBe(0);
    const apart = Float32Array.of(0, 0, 1);
    const flat = vectors.map(({ score, vector }) => ({ score, vector: Float32Array.of(...(vector ?? []), 0) }));
    expect(support([{ score: 9, vector: apart }, ...flat], 8)[0]).toBe(0);
    expect(support(vectors.slice(0, 1), 8)).toEqual([0]);
    expect(support([], 8)).toEqual([]);
  });

  it('returns finite numbers of mean 0 and deviation up to 1', () => {
    fc.assert(
      fc.property(passages, fc.integer({ min: 1, max: 10 }), (found, neighbours) => {
        const supports = support(found, neighbours);
        expect(supports).toHaveLength(found.length);
        expect(supports.every(Number.isFinite)).toBe(true);
        const mean = supports.reduce((sum, x) => sum + x, 0) / Math.max(1, supports.length);
        const square = supports.reduce((sum, x) => sum + x * x, 0) / Math.max(1, supports.length);
        expect(Math.abs(mean)).toBeLessThan(1e-6);
        expect(square).toBeLessThanOrEqual(1 + 1e-6);
      }),
    );
  });

  it('does not change if all scores are shifted or scaled alike', () => {
    fc.assert(
      fc.property(passages, fc.double({ min: 0.5, max: 4, noNaN: true }), number, (found, factor, added) => {
        const supports = support(found, 4);
        const other = support(
          found.map(({ score, vector }) => ({ score: factor * score + added, vector })),
          4,
        );
        // If means differ only by rounding, their deviation is one.
        const spread = Math.max(...found.map((s) => s.score)) - Math.min(...found.map((s) => s.score));
        fc.pre(spread > 1e-3);
        supports.forEach((value, i) => expect(Math.abs(value - (other[i] ?? 0))).toBeLessThan(1e-3));
      }),
    );
  });
});
