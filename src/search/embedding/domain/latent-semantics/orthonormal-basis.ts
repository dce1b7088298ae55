import { multiplyBySquare, symmetricProduct, TallMatrix } from './tall-matrix.js';

/**
 * A column whose part outside the columns before it has less than this share of its squared length counts as dependent
 * on them: the remainder is rounding of single precision.
 */
const DEPENDENT = 1e-10;

/**
 * Inverse of the upper triangular R with transpose(R) R = `gram` (Cholesky), by columns: column j of the inverse makes the
 * j-th orthonormal column. The column of a dependent one is zero.
 */
export function inverseCholesky(gram: Float64Array, width: number): Float64Array {
  const factor = new Float64Array(width * width);
  const inverse = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    const pivot = reduceRow(gram, factor, width, j);
    if (pivot === 0) continue;
    inverse[j * width + j] = 1 / pivot;
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let k = i; k < j; k++) sum += (inverse[i * width + k] ?? 0) * (factor[k * width + j] ?? 0);
      inverse[i * width + j] = -sum / pivot;
    }
  }
  return inverse;
}

/** Computes row j of the factor; returns its pivot, 0 (and leaves a row of zeros) for a dependent column. */
function reduceRow(gram: Float64Array, factor: Float64Array, width: number, j: number): number {
  const at = j * width;
  const row = gram.slice(at, at + width);
  for (let k = 0; k < j; k++) {
    const scale = factor[k * width + j] ?? 0;
    if (scale === 0) continue;
    for (let i = j; i < width; i++) row[i] = (row[i] ?? 0) - scale * (factor[k * width + i] ?? 0);
  }
  const rest = row[j] ?? 0;
  if (rest <= DEPENDENT * (gram[at + j] ?? 0)) return 0;
  const pivot = Math.sqrt(rest);
  for (let i = j; i < width; i++) factor[at + i] = (row[i] ?? 0) / pivot;
  return pivot;
}

/**
 * Makes the columns orthonormal in place, in their order; dependent columns become zero. Cholesky QR: one small Gram
 * matrix and one product instead of one pass over the rows per column. One round loses digits by the square of the
 * condition number, a second one restores them (Yamamoto et al. 2015, "Roundoff error analysis of the CholeskyQR2
 * algorithm").
 */
export function orthonormalise(matrix: TallMatrix, rounds: 1 | 2): void {
  for (let round = 0; round < rounds; round++)
    multiplyBySquare(matrix, inverseCholesky(symmetricProduct(matrix, matrix), matrix.width), true);
}
