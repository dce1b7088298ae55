import fc from 'fast-check';
import { PairwiseCosines } from './pairwise-cosines.js';
import { VectorMatrix } from './vector-matrix.js';

const numbers = (n: number) => fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n });
const unit = (values: readonly number[]) => Float32Array.from(values, (x) => x / (Math.hypot(...values) || 1));
const vector = (width: number) => fc.option(numbers(width).map(unit), { nil: undefined });
/** Sets one after the other, of different sizes and widths. */
const sets = fc.array(
  fc.integer({ min: 1, max: 70 }).chain((width) => fc.array(vector(width), { maxLength: 30 })),
  { maxLength: 4 },
);

const isEmpty = (v: Float32Array | undefined): v is undefined => v === undefined || v.every((x) => x === 0);

function expectCosines(found: readonly Float32Array[], vectors: readonly (Float32Array | undefined)[]): void {
  expect(found.map((row) => row.length)).toEqual(vectors.map(() => vectors.length));
  vectors.forEach((a, i) => {
    vectors.forEach((b, k) => {
      const cosine = found[i]?.[k];
      if (isEmpty(a) || isEmpty(b)) expect(cosine).toBeNaN();
      else expect(Math.abs((cosine ?? NaN) - a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0))).toBeLessThan(0.02);
      expect(found[k]?.[i]).toBe(cosine);
    });
  });
}

describe('PairwiseCosines', () => {
  it('compares each vector with each, whatever was compared before', () => {
    fc.assert(
      fc.property(sets, (all) => {
        const pairwise = new PairwiseCosines();
        for (const vectors of all) expectCosines(pairwise.of(vectors), vectors);
      }),
    );
  });

  it('compares rows of a matrix in the order asked for', () => {
    fc.assert(
      fc.property(sets, (all) => {
        const pairwise = new PairwiseCosines();
        for (const vectors of all) {
          const matrix = new VectorMatrix(vectors.find((v) => v !== undefined)?.length ?? 1);
          vectors.forEach((v, row) => {
            if (v !== undefined) matrix.set(row, v);
          });
          const rows = vectors.map((v, row) => (v === undefined ? undefined : row)).reverse();
          expectCosines(pairwise.ofRows(matrix, rows), [...vectors].reverse());
        }
      }),
    );
  });

  it('knows no cosine of vectors of another length', () => {
    const [own, other] = new PairwiseCosines().of([unit([1, 0]), unit([1, 0, 0])]);
    expect(own?.[0]).toBeCloseTo(1, 2);
    expect(own?.[1]).toBeNaN();
    expect(other?.[1]).toBeNaN();
  });
});
