import { orthonormalise } from './orthonormal-basis.js';
import { seededRandom } from './seeded-random.js';
import { SparseMatrix, timesDense, transposeTimesDense } from './sparse-matrix.js';
import { symmetricEigen } from './symmetric-eigen.js';
import { multiplyBySquare, symmetricProduct, tallMatrix, TallMatrix } from './tall-matrix.js';

export interface SvdOptions {
  /** How many singular values at most. */
  readonly rank: number;
  readonly oversampling: number;
  readonly powerIterations: number;
  readonly seed: number;
  /** Called after each step, `svdSteps(powerIterations)` times in all; an error it throws ends the work. */
  readonly onStep?: () => void;
}

/** The largest singular values, falling, and their right vectors: column j of `right` (columns of the matrix x width). */
export interface TruncatedSvd {
  readonly singularValues: Float64Array;
  readonly right: TallMatrix;
}

/** Below this share of the largest eigenvalue (the square of a singular value) single precision leaves only rounding. */
const NEGLIGIBLE = 1e-6;

export function svdSteps(powerIterations: number): number {
  return powerIterations + 2;
}

/** The matrix seen from its smaller side, so that the small dense work is done on as few rows as there are. */
interface Sides {
  readonly small: number;
  readonly large: number;
  readonly toSmall: (from: TallMatrix, out: TallMatrix) => void;
  readonly toLarge: (from: TallMatrix, out: TallMatrix) => void;
}

function sidesOf(matrix: SparseMatrix): Sides {
  const byRows = (from: TallMatrix, out: TallMatrix): void => timesDense(matrix, from, out);
  const byColumns = (from: TallMatrix, out: TallMatrix): void => transposeTimesDense(matrix, from, out);
  return matrix.rows <= matrix.columns
    ? { small: matrix.rows, large: matrix.columns, toSmall: byRows, toLarge: byColumns }
    : { small: matrix.columns, large: matrix.rows, toSmall: byColumns, toLarge: byRows };
}

/** Random signs serve as well as normal numbers here and come out alike on every machine. */
function fillWithSigns(matrix: TallMatrix, rows: number, seed: number): void {
  const random = seededRandom(seed);
  for (let i = 0; i < rows * matrix.width; i++) matrix.values[i] = random() & 0x10000 ? 1 : -1;
}

/** Scales column j by the inverse of singular value j; columns after the last value become zero. */
function divideColumns(matrix: TallMatrix, singularValues: Float64Array): void {
  const { width, values } = matrix;
  const factors = Float64Array.from({ length: width }, (_, j) => {
    const value = singularValues[j];
    return value === undefined ? 0 : 1 / value;
  });
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * (factors[i % width] ?? 0);
}

/**
 * Truncated singular value decomposition by randomised subspace iteration (Halko, Martinsson and Tropp 2011, "Finding
 * structure with randomness", algorithms 4.4 and 5.1): a random start, powers of `A transpose(A)` with the basis made
 * orthonormal after each, then the exact decomposition inside the subspace. No more
 * than rank + oversampling columns are ever dense. Of a matrix of smaller rank only the values above rounding are given.
 */
export function truncatedSvd(matrix: SparseMatrix, options: SvdOptions): TruncatedSvd {
  const sides = sidesOf(matrix);
  const width = Math.min(options.rank + options.oversampling, sides.small);
  const basis = tallMatrix(sides.small, width);
  const across = tallMatrix(sides.large, width);
  fillWithSigns(across, sides.large, options.seed);
  sides.toSmall(across, basis);
  orthonormalise(basis, options.powerIterations === 0 ? 2 : 1);
  options.onStep?.();
  for (let i = 1; i <= options.powerIterations; i++) {
    sides.toLarge(basis, across);
    sides.toSmall(across, basis);
    orthonormalise(basis, i === options.powerIterations ? 2 : 1);
    options.onStep?.();
  }
  const singularValues = rotateToSingularVectors(sides, { basis, across }, options.rank);
  options.onStep?.();
  if (matrix.rows > matrix.columns) return { singularValues, right: basis };
  sides.toLarge(basis, across);
  divideColumns(across, singularValues);
  return { singularValues, right: across };
}

/** Turns the basis into the singular vectors of the smaller side (Rayleigh-Ritz); columns beyond the rank become zero. */
function rotateToSingularVectors(
  sides: Sides,
  { basis, across }: { readonly basis: TallMatrix; readonly across: TallMatrix },
  rank: number,
): Float64Array {
  const { width } = basis;
  sides.toLarge(basis, across);
  // transpose(basis) A transpose(A) basis, without a third dense matrix.
  const { values, vectors } = symmetricEigen(symmetricProduct(across, across), width);
  const floor = NEGLIGIBLE * (values[0] ?? 0);
  const kept = values.filter((value, j) => j < rank && value > floor && value > 0);
  multiplyBySquare(
    basis,
    vectors.map((x, i) => (i % width < kept.length ? x : 0)),
    false,
  );
  return kept.map(Math.sqrt);
}
