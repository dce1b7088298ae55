import fc from 'fast-check';
import { cholesky, LabelledRows, Products, ridgeCoefficients, solveCholesky, SparseRows } from './kernel-ridge.js';

/** Rows from lists of [column, value]. */
function sparse(rows: readonly (readonly (readonly [number, number])[])[], width: number): SparseRows {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => (offsets[i + 1] = (offsets[i] ?? 0) + row.length));
  const all = rows.flat();
  return {
    offsets,
    columns: Uint32Array.from(all, ([column]) => column),
    values: Float32Array.from(all, ([, value]) => value),
    width,
  };
}

const number = fc.integer({ min: -8, max: 8 }).map((x) => x / 4);
const square = (n: number) =>
  fc.array(fc.array(number, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });

describe('Products', () => {
  it('equal those of the dense rows', () => {
    fc.assert(
      fc.property(fc.array(fc.array(number, { minLength: 5, maxLength: 5 }), { minLength: 1 }), (dense) => {
        const products = new Products(
          sparse(
            dense.map((row) => row.map((value, column) => [column, value] as const).filter(([, value]) => value !== 0)),
            5,
          ),
        );
        const sums = new Float64Array(dense.length);
        const asked = [1, -2, 0.5, 0, 3];
        asked.forEach((value, column) => products.add(column, value, sums));
        expect([...sums]).toEqual(
          dense.map((row) => expect.closeTo(row.reduce((sum, x, i) => sum + x * (asked[i] ?? 0), 0))),
        );
      }),
    );
  });
});

describe('cholesky and solveCholesky', () => {
  it('solve every symmetric positive definite system', () => {
    fc.assert(
      fc.property(square(4), fc.array(number, { minLength: 4, maxLength: 4 }), (b, wanted) => {
        // B Bᵀ + I is positive definite.
        const matrix = b.map((x, i) =>
          Float64Array.from(b, (y, j) => x.reduce((sum, v, k) => sum + v * (y[k] ?? 0), i === j ? 1 : 0)),
        );
        const right = Float64Array.from(matrix, (row) => row.reduce((sum, v, k) => sum + v * (wanted[k] ?? 0), 0));
        cholesky(matrix);
        solveCholesky(matrix, right);
        expect([...right]).toEqual(wanted.map((x) => expect.closeTo(x, 6)));
      }),
    );
  });

  it('refuse a matrix that is not positive definite', () => {
    expect(() => cholesky([Float64Array.from([1, 2]), Float64Array.from([2, 1])])).toThrow('positive definite');
  });
});

describe('ridgeCoefficients', () => {
  const by = { ridge: 0.5, balance: 0, group: 0, centroid: 0 };
  // Two orthogonal rows, one per class: (1 + ridge) a = 1.
  const apart: LabelledRows = {
    rows: sparse([[[0, 1]], [[1, 1]]], 2),
    labels: Uint32Array.from([0, 1]),
    groups: Uint32Array.from([0, 1]),
  };

  it('are the closed form of the regression', () => {
    const third = expect.closeTo(2 / 3);
    expect([...ridgeCoefficients(apart, by)]).toEqual([third, 0, 0, third]);
  });

  it('give a class a share of the rows of its group', () => {
    const kin = { ...apart, groups: Uint32Array.from([0, 0]) };
    const [own, other] = ridgeCoefficients(kin, { ...by, group: 0.3 });
    expect([own, other]).toEqual([expect.closeTo(1.3 / 1.5), expect.closeTo(0.3 / 1.5)]);
  });

  it('add the cosine with the class centroid', () => {
    const one = { rows: sparse([[[0, 1]], [[0, 1]]], 1), labels: new Uint32Array(2), groups: new Uint32Array(1) };
    const plain = ridgeCoefficients(one, by);
    const more = ridgeCoefficients(one, { ...by, centroid: 1 });
    // Two equal rows: their sum has length 2, so each counts a half and the row itself has cosine 1.
    expect([...more].map((x, i) => x - (plain[i] ?? 0))).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
  });

  it('give a row of a small class more weight if configured', () => {
    const uneven: LabelledRows = {
      rows: sparse([[[0, 1]], [[1, 1]], [[2, 1]], [[3, 1]]], 4),
      labels: Uint32Array.from([0, 0, 0, 1]),
      groups: Uint32Array.from([0, 1]),
    };
    const coefficients = ridgeCoefficients(uneven, { ...by, balance: 1 });
    expect(coefficients[7] ?? 0).toBeGreaterThan(coefficients[0] ?? 0);
  });
});
