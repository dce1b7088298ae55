import { seededRandom } from './seeded-random.js';
import { SparseMatrix } from './sparse-matrix.js';
import { symmetricEigen } from './symmetric-eigen.js';
import { svdSteps, TruncatedSvd, tallSide, truncatedSvd } from './truncated-svd.js';

const OPTIONS = { rank: 6, oversampling: 8, powerIterations: 8, seed: 3 };

/** A full matrix of numbers from -1 to 1, of the given rank, in sparse form. */
function randomMatrix(rows: number, columns: number, rank: number): SparseMatrix {
  const random = seededRandom(rows * 31 + columns);
  const draw = (count: number) => Array.from({ length: count }, () => random() / 2 ** 31 - 1);
  const left = draw(rows * rank);
  const right = draw(rank * columns);
  const values = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      for (let k = 0; k < rank; k++) values[r * columns + c]! += left[r * rank + k]! * right[k * columns + c]!;
  return {
    rows,
    columns,
    offsets: Uint32Array.from({ length: rows + 1 }, (_, r) => r * columns),
    indices: Uint32Array.from(values, (_, i) => i % columns),
    values,
  };
}

/** Singular values by the eigenvalues of the full square of inner products. */
function exactValues({ rows, columns, values }: SparseMatrix): number[] {
  const square = new Float64Array(columns * columns);
  for (let r = 0; r < rows; r++)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < columns; j++) square[i * columns + j]! += values[r * columns + i]! * values[r * columns + j]!;
  return Array.from(symmetricEigen(square, columns).values, (x) => Math.sqrt(Math.max(0, x)));
}

function image(matrix: SparseMatrix, { rightRow }: TruncatedSvd, j: number): number[] {
  return Array.from({ length: matrix.rows }, (_, r) => {
    let sum = 0;
    for (let c = 0; c < matrix.columns; c++) sum += matrix.values[r * matrix.columns + c]! * rightRow(c)[j]!;
    return sum;
  });
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe.each([
  { shape: 'wide', rows: 30, columns: 70 },
  { shape: 'tall', rows: 70, columns: 30 },
])('truncatedSvd of a $shape matrix', ({ rows, columns }) => {
  const matrix = randomMatrix(rows, columns, 25);
  const svd = truncatedSvd(tallSide(matrix), OPTIONS);

  it('finds the largest singular values', () => {
    exactValues(matrix)
      .slice(0, 6)
      .forEach((value, j) => expect(svd.singularValues[j]! / value).toBeCloseTo(1, 2));
  });

  it('returns orthonormal right vectors, and their images are orthogonal with the singular values as lengths', () => {
    const vectors = Array.from({ length: 6 }, (_, j) =>
      Array.from({ length: columns }, (__, c) => svd.rightRow(c)[j]!),
    );
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        expect(dot(vectors[i]!, vectors[j]!)).toBeCloseTo(i === j ? 1 : 0, 5);
        const scale = svd.singularValues[i]! * svd.singularValues[j]!;
        const images = dot(image(matrix, svd, i), image(matrix, svd, j)) / scale;
        expect(images).toBeCloseTo(i === j ? 1 : 0, 1);
      }
    }
  });

  it('returns as many values as the rank of the matrix, exactly', () => {
    const flat = randomMatrix(rows, columns, 3);
    const { singularValues } = truncatedSvd(tallSide(flat), OPTIONS);
    expect(singularValues).toHaveLength(3);
    exactValues(flat)
      .slice(0, 3)
      .forEach((value, j) => expect(singularValues[j]! / value).toBeCloseTo(1, 5));
  });

  it('is the same for the same seed and differs for another', () => {
    const rightOf = ({ rightRow }: TruncatedSvd) => Array.from({ length: columns }, (_, c) => [...rightRow(c)]);
    const again = truncatedSvd(tallSide(matrix), OPTIONS);
    expect(again.singularValues).toEqual(svd.singularValues);
    expect(rightOf(again)).toEqual(rightOf(svd));
    expect(rightOf(truncatedSvd(tallSide(matrix), { ...OPTIONS, seed: 4, powerIterations: 0 }))).not.toEqual(
      rightOf(truncatedSvd(tallSide(matrix), { ...OPTIONS, powerIterations: 0 })),
    );
  });
});

it('multiplies a wide basis in blocks of columns as one of few columns', () => {
  const matrix = randomMatrix(120, 150, 60);
  const { singularValues } = truncatedSvd(tallSide(matrix), { ...OPTIONS, rank: 112, oversampling: 8 });
  expect(singularValues).toHaveLength(60);
  exactValues(matrix)
    .slice(0, 60)
    .forEach((value, j) => expect(singularValues[j]! / value).toBeCloseTo(1, 3));
});

describe('truncatedSvd', () => {
  it('calls back once per step', () => {
    for (const powerIterations of [0, 1, 3]) {
      let steps = 0;
      truncatedSvd(tallSide(randomMatrix(9, 9, 4)), { ...OPTIONS, powerIterations, onStep: () => steps++ });
      expect(steps).toBe(svdSteps(powerIterations));
    }
  });

  it('leaves out values below the rounding of single precision', () => {
    const diagonal = (...values: number[]): SparseMatrix => ({
      rows: values.length,
      columns: values.length,
      offsets: Uint32Array.from({ length: values.length + 1 }, (_, r) => r),
      indices: Uint32Array.from(values.keys()),
      values: Float32Array.from(values),
    });
    expect(truncatedSvd(tallSide(diagonal(2, 0.1)), OPTIONS).singularValues).toHaveLength(2);
    expect(truncatedSvd(tallSide(diagonal(2, 0.001)), OPTIONS).singularValues).toHaveLength(1);
  });

  it('returns nothing for an empty matrix and for one of zeros', () => {
    expect(truncatedSvd(tallSide(randomMatrix(0, 0, 1)), OPTIONS).singularValues).toHaveLength(0);
    expect(truncatedSvd(tallSide(randomMatrix(5, 7, 0)), OPTIONS).singularValues).toHaveLength(0);
  });
});
