import { TallMatrix } from './tall-matrix.js';

/**
 * Rows by columns of numbers, mostly zero, in compressed rows: row r holds `values[e]` at column `indices[e]` for e from
 * `offsets[r]` to `offsets[r + 1]`.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly offsets: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/**
 * `out = matrix x dense`; `out` has `matrix.rows` rows at least and the width of `dense`.
 * Four entries a pass over the row: the sum is then loaded and stored a quarter as often (why it is written out so long).
 */
export function timesDense(matrix: SparseMatrix, dense: TallMatrix, out: TallMatrix): void {
  const { offsets, indices, values } = matrix;
  const { width, values: from } = dense;
  const sum = new Float64Array(width);
  for (let row = 0; row < matrix.rows; row++) {
    sum.fill(0);
    const end = offsets[row + 1] ?? 0;
    let e = offsets[row] ?? 0;
    for (; e + 3 < end; e += 4) {
      const a = (indices[e] ?? 0) * width;
      const b = (indices[e + 1] ?? 0) * width;
      const c = (indices[e + 2] ?? 0) * width;
      const d = (indices[e + 3] ?? 0) * width;
      const va = values[e] ?? 0;
      const vb = values[e + 1] ?? 0;
      const vc = values[e + 2] ?? 0;
      const vd = values[e + 3] ?? 0;
      for (let k = 0; k < width; k++) {
        const more = va * (from[a + k] ?? 0) + vb * (from[b + k] ?? 0) + vc * (from[c + k] ?? 0);
        sum[k] = (sum[k] ?? 0) + more + vd * (from[d + k] ?? 0);
      }
    }
    for (; e < end; e++) {
      const a = (indices[e] ?? 0) * width;
      const va = values[e] ?? 0;
      for (let k = 0; k < width; k++) sum[k] = (sum[k] ?? 0) + va * (from[a + k] ?? 0);
    }
    out.values.set(sum, row * width);
  }
}

/**
 * `out = transpose(matrix) x dense`, from the same compressed rows, so that no transposed copy is kept; `out` has
 * `matrix.columns` rows at least and the width of `dense`. Four entries a pass, as above.
 */
export function transposeTimesDense(matrix: SparseMatrix, dense: TallMatrix, out: TallMatrix): void {
  const { offsets, indices, values } = matrix;
  const { width, values: from } = dense;
  const to = out.values;
  to.fill(0);
  for (let row = 0; row < matrix.rows; row++) {
    const start = row * width;
    const end = offsets[row + 1] ?? 0;
    let e = offsets[row] ?? 0;
    for (; e + 3 < end; e += 4) {
      const a = (indices[e] ?? 0) * width;
      const b = (indices[e + 1] ?? 0) * width;
      const c = (indices[e + 2] ?? 0) * width;
      const d = (indices[e + 3] ?? 0) * width;
      const va = values[e] ?? 0;
      const vb = values[e + 1] ?? 0;
      const vc = values[e + 2] ?? 0;
      const vd = values[e + 3] ?? 0;
      for (let k = 0; k < width; k++) {
        const x = from[start + k] ?? 0;
        to[a + k] = (to[a + k] ?? 0) + va * x;
        to[b + k] = (to[b + k] ?? 0) + vb * x;
        to[c + k] = (to[c + k] ?? 0) + vc * x;
        to[d + k] = (to[d + k] ?? 0) + vd * x;
      }
    }
    for (; e < end; e++) {
      const a = (indices[e] ?? 0) * width;
      const va = values[e] ?? 0;
      for (let k = 0; k < width; k++) to[a + k] = (to[a + k] ?? 0) + va * (from[start + k] ?? 0);
    }
  }
}
