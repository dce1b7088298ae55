import { orthonormalise } from './orthonormal-basis.js';
import { seededRandom } from './seeded-random.js';
import { addTransposedRow, multiplyRow, SparseMatrix, transpose } from './sparse-matrix.js';
import { symmetricEigen } from './symmetric-eigen.js';
import { multiplyBySquare, productOfRows, tallMatrix, TallMatrix } from './tall-matrix.js';

export interface SvdOptions {
  /** Maximum number of singular values. */
  readonly rank: number;
  readonly oversampling: number;
  readonly powerIterations: number;
  readonly seed: number;
  /** Called after each step, `svdSteps(powerIterations)` times in total; an error it throws ends the computation. */
  readonly onStep?: () => void;
}

/** The largest singular values, descending, and their right vectors. */
export interface TruncatedSvd {
  readonly singularValues: Float64Array;
  /**
   * Row of the right vectors for a column of the matrix: number j belongs to singular value j, and numbers after the
   * last value are zero. Computed on request; valid until the next call.
   */
  readonly rightRow: (column: number) => Float64Array;
}

/** Below this share of the largest eigenvalue (the square of a singular value) single precision leaves only rounding. */
const NEGLIGIBLE = 1e-6;

export function svdSteps(powerIterations: number): number {
  return powerIterations + 2;
}

/**
 * The first product: the transposed matrix times random signs, which work as well as normal numbers here and are the
 * same on every machine.
 */
function signProduct(tall: SparseMatrix, out: TallMatrix, seed: number): void {
  const random = seededRandom(seed);
  const signs = new Float64Array(out.width);
  for (let row = 0; row < tall.rows; row++) {
    for (let k = 0; k < out.width; k++) signs[k] = random() & 0x10000 ? 1 : -1;
    addTransposedRow(tall, row, signs, out);
  }
}

/**
 * Columns of the basis that are multiplied at a time: a second basis of the whole width would be 23 MB at 20,000 rows.
 */
const BLOCK = 96;

/**
 * `basis = transpose(tall) x tall x basis`, block by block of columns, since columns are independent, and row by row:
 * the intermediate product is the largest and is never in memory as a whole.
 */
function multiplyBySquareOf(tall: SparseMatrix, basis: TallMatrix): void {
  const { rows, width } = basis;
  const room = new Float32Array(rows * Math.min(BLOCK, width));
  for (let first = 0; first < width; first += BLOCK) {
    const columns = Math.min(BLOCK, width - first);
    const block = { rows, width: columns, values: room.subarray(0, rows * columns) };
    const from = { ...basis, values: basis.values.subarray(first) };
    const between = new Float64Array(columns);
    block.values.fill(0);
    for (let row = 0; row < tall.rows; row++) {
      multiplyRow(tall, row, from, between);
      addTransposedRow(tall, row, between, block);
    }
    for (let row = 0; row < rows; row++)
      basis.values.set(block.values.subarray(row * columns, (row + 1) * columns), row * width + first);
  }
}

/** A matrix with its larger side as rows; the small dense work is on the other side. */
export interface TallSide {
  readonly tall: SparseMatrix;
  /** Whether the given matrix was wide. */
  readonly isTransposed: boolean;
}

/** Created by the caller, who can then release the matrix itself: a parameter lives until the call returns. */
export function tallSide(matrix: SparseMatrix): TallSide {
  const isTransposed = matrix.rows <= matrix.columns;
  return { tall: isTransposed ? transpose(matrix) : matrix, isTransposed };
}

/**
 * Truncated singular value decomposition by randomised subspace iteration (Halko, Martinsson and Tropp 2011, "Finding
 * structure with randomness", algorithms 4.4 and 5.1): a random start, powers of the matrix times its transpose with
 * the basis made orthonormal after each, then the exact decomposition inside the subspace. Dense are a matrix of the
 * smaller side by rank + oversampling and a third of one. For a matrix of smaller rank only the values above rounding
 * are returned.
 */
export function truncatedSvd({ tall, isTransposed }: TallSide, options: SvdOptions): TruncatedSvd {
  const basis = subspaceOf(tall, options);
  const singularValues = rotateToSingularVectors(tall, basis, options.rank);
  options.onStep?.();
  const row = new Float64Array(basis.width);
  if (!isTransposed)
    return {
      singularValues,
      rightRow: (column) => {
        row.set(basis.values.subarray(column * basis.width, (column + 1) * basis.width));
        return row;
      },
    };
  return {
    singularValues,
    rightRow: (column) => {
      multiplyRow(tall, column, basis, row);
      for (let j = 0; j < row.length; j++) row[j] = (row[j] ?? 0) / (singularValues[j] ?? Infinity);
      return row;
    },
  };
}

/**
 * An orthonormal basis, on the smaller side, of a space that contains the largest singular vectors almost completely.
 */
function subspaceOf(tall: SparseMatrix, { rank, oversampling, powerIterations, seed, onStep }: SvdOptions): TallMatrix {
  const width = Math.min(rank + oversampling, tall.columns);
  const basis = tallMatrix(tall.columns, width);
  signProduct(tall, basis, seed);
  orthonormalise(basis, powerIterations === 0 ? 2 : 1);
  onStep?.();
  for (let i = 1; i <= powerIterations; i++) {
    multiplyBySquareOf(tall, basis);
    orthonormalise(basis, i === powerIterations ? 2 : 1);
    onStep?.();
  }
  return basis;
}

/**
 * Rotates the basis to the singular vectors of the smaller side (Rayleigh-Ritz); columns beyond the rank become zero.
 */
function rotateToSingularVectors(tall: SparseMatrix, basis: TallMatrix, rank: number): Float64Array {
  const { width } = basis;
  const inside = productOfRows({ rows: tall.rows, width }, (row, to) => multiplyRow(tall, row, basis, to));
  const { values, vectors } = symmetricEigen(inside, width);
  const floor = NEGLIGIBLE * (values[0] ?? 0);
  const kept = values.filter((value, j) => j < rank && value > floor && value > 0);
  multiplyBySquare(
    basis,
    vectors.map((x, i) => (i % width < kept.length ? x : 0)),
    false,
  );
  return kept.map(Math.sqrt);
}
