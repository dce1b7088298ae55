/** Eigenvalues, largest first, and eigenvectors: column j of a square, stored row by row, belongs to value j. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const MAX_SWEEPS = 30;
/** Share of the squared entries that may remain outside the diagonal. */
const TOLERANCE = 1e-22;

interface Turn {
  readonly p: number;
  readonly q: number;
  readonly cosine: number;
  readonly sine: number;
}

/**
 * The rotation of axes p and q that makes their common entry zero (Golub and Van Loan, "Matrix computations", 8.5.2).
 */
function turnFor(square: Float64Array, size: number, p: number, q: number): Turn {
  const apart = (square[q * size + q] ?? 0) - (square[p * size + p] ?? 0);
  const ratio = apart / (2 * (square[p * size + q] ?? 0));
  const tangent = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  return { p, q, cosine, sine: tangent * cosine };
}

function turnRows(square: Float64Array, size: number, { p, q, cosine, sine }: Turn): void {
  const atP = p * size;
  const atQ = q * size;
  for (let k = 0; k < size; k++) {
    const x = square[atP + k] ?? 0;
    const y = square[atQ + k] ?? 0;
    square[atP + k] = cosine * x - sine * y;
    square[atQ + k] = sine * x + cosine * y;
  }
}

/** Rotates rows and columns; the columns outside the two rows follow from symmetry. */
function turnBoth(square: Float64Array, size: number, turn: Turn): void {
  const { p, q, cosine, sine } = turn;
  const across = square[p * size + q] ?? 0;
  const pp = (square[p * size + p] ?? 0) - (sine / cosine) * across;
  const qq = (square[q * size + q] ?? 0) + (sine / cosine) * across;
  turnRows(square, size, turn);
  for (let k = 0; k < size; k++) {
    square[k * size + p] = square[p * size + k] ?? 0;
    square[k * size + q] = square[q * size + k] ?? 0;
  }
  square[p * size + p] = pp;
  square[q * size + q] = qq;
  square[p * size + q] = 0;
  square[q * size + p] = 0;
}

/** One pass over all pairs that are not negligible. */
function sweep(square: Float64Array, axes: Float64Array, size: number, negligible: number): void {
  for (let p = 0; p < size; p++) {
    for (let q = p + 1; q < size; q++) {
      if (Math.abs(square[p * size + q] ?? 0) <= negligible) continue;
      const turn = turnFor(square, size, p, q);
      turnBoth(square, size, turn);
      turnRows(axes, size, turn);
    }
  }
}

function squaredOutsideDiagonal(square: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) if (i !== j) sum += (square[i * size + j] ?? 0) ** 2;
  }
  return sum;
}

/**
 * Eigenvalues and vectors of a symmetric square by cyclic Jacobi rotations: slower than tridiagonal methods, but
 * accurate and short; the square here has a few hundred rows.
 * @param square row by row; not modified
 */
export function symmetricEigen(square: Float64Array, size: number): Eigen {
  const work = Float64Array.from(square);
  const axes = new Float64Array(size * size);
  for (let i = 0; i < size; i++) axes[i * size + i] = 1;
  let total = 0;
  for (const x of work) total += x * x;
  const negligible = (Math.sqrt(TOLERANCE * total) || 0) / Math.max(1, size);
  for (let i = 0; i < MAX_SWEEPS && squaredOutsideDiagonal(work, size) > TOLERANCE * total; i++)
    sweep(work, axes, size, negligible);
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => (work[b * size + b] ?? 0) - (work[a * size + a] ?? 0) || a - b,
  );
  const vectors = new Float64Array(size * size);
  order.forEach((from, column) => {
    for (let k = 0; k < size; k++) vectors[k * size + column] = axes[from * size + k] ?? 0;
  });
  return { values: Float64Array.from(order, (i) => work[i * size + i] ?? 0), vectors };
}
