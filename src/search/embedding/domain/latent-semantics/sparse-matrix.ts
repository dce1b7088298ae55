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

/** The same numbers by columns: a counting sort, so that the entries of each new row ascend. */
export function transpose({ rows, columns, offsets, indices, values }: SparseMatrix): SparseMatrix {
  const ends = new Uint32Array(columns + 1);
  for (const column of indices) ends[column + 1] = (ends[column + 1] ?? 0) + 1;
  for (let c = 0; c < columns; c++) ends[c + 1] = (ends[c + 1] ?? 0) + (ends[c] ?? 0);
  const at = ends.slice();
  const byColumn = { indices: new Uint32Array(indices.length), values: new Float32Array(values.length) };
  for (let row = 0; row < rows; row++) {
    for (let e = offsets[row] ?? 0; e < (offsets[row + 1] ?? 0); e++) {
      const column = indices[e] ?? 0;
      const place = at[column] ?? 0;
      at[column] = place + 1;
      byColumn.indices[place] = row;
      byColumn.values[place] = values[e] ?? 0;
    }
  }
  return { rows: columns, columns: rows, offsets: ends, ...byColumn };
}

/**
 * `out = row x dense`, for one row of the matrix and the first `out.length` columns of `dense`. The loop is unrolled by
 * four entries, so each sum is loaded and stored a quarter as often.
 */
export function multiplyRow(matrix: SparseMatrix, row: number, dense: TallMatrix, out: Float64Array): void {
  const { offsets, indices, values } = matrix;
  const { width, values: from } = dense;
  const end = offsets[row + 1] ?? 0;
  let e = offsets[row] ?? 0;
  out.fill(0);
  for (; e + 3 < end; e += 4) {
    const a = (indices[e] ?? 0) * width;
    const b = (indices[e + 1] ?? 0) * width;
    const c = (indices[e + 2] ?? 0) * width;
    const d = (indices[e + 3] ?? 0) * width;
    const va = values[e] ?? 0;
    const vb = values[e + 1] ?? 0;
    const vc = values[e + 2] ?? 0;
    const vd = values[e + 3] ?? 0;
    for (let k = 0; k < out.length; k++) {
      const more = va * (from[a + k] ?? 0) + vb * (from[b + k] ?? 0) + vc * (from[c + k] ?? 0);
      out[k] = (out[k] ?? 0) + more + vd * (from[d + k] ?? 0);
    }
  }
  for (; e < end; e++) {
    const a = (indices[e] ?? 0) * width;
    const va = values[e] ?? 0;
    for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) + va * (from[a + k] ?? 0);
  }
}

/**
 * `out += transpose(row) x vector`, for one row of the matrix: its contribution to the product with the transposed
 * matrix.
 */
export function addTransposedRow(matrix: SparseMatrix, row: number, vector: Float64Array, out: TallMatrix): void {
  const { offsets, indices, values } = matrix;
  const { width, values: to } = out;
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
      const x = vector[k] ?? 0;
      to[a + k] = (to[a + k] ?? 0) + va * x;
      to[b + k] = (to[b + k] ?? 0) + vb * x;
      to[c + k] = (to[c + k] ?? 0) + vc * x;
      to[d + k] = (to[d + k] ?? 0) + vd * x;
    }
  }
  for (; e < end; e++) {
    const a = (indices[e] ?? 0) * width;
    const va = values[e] ?? 0;
    for (let k = 0; k < width; k++) to[a + k] = (to[a + k] ?? 0) + va * (vector[k] ?? 0);
  }
}
