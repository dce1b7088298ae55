/** Rows (or columns) per pass of an inner loop, so that a sum is loaded and stored less often. */
const STEP = 8;

/** A dense matrix of many rows and few columns, row by row, in single precision; sums use double precision. */
export interface TallMatrix {
  readonly rows: number;
  readonly width: number;
  readonly values: Float32Array;
}

/**
 * A zero matrix. Both sides are padded to a multiple of eight, so that no loop needs a second version for the
 * remainder.
 */
export function tallMatrix(rows: number, width: number): TallMatrix {
  const padded = { rows: Math.ceil(rows / STEP) * STEP, width: Math.ceil(width / STEP) * STEP };
  return { ...padded, values: new Float32Array(padded.rows * padded.width) };
}

/**
 * `transpose(a) x b` for two matrices of one shape whose product is symmetric (as of a matrix with itself).
 * Computes only the half above the diagonal.
 * @returns a square of side `width`, row by row
 */
export function symmetricProduct(a: TallMatrix, b: TallMatrix): Float64Array {
  const { width } = a;
  const product = new Float64Array(width * width);
  const left = new Float64Array(STEP * width);
  const right = new Float64Array(STEP * width);
  for (let from = 0; from < a.values.length; from += STEP * width) {
    left.set(a.values.subarray(from, from + STEP * width));
    right.set(b.values.subarray(from, from + STEP * width));
    addRows(left, right, width, product);
  }
  mirror(product, width);
  return product;
}

/**
 * `transpose(a) x a` of a matrix whose rows are generated one by one, so that it is never in memory as a whole.
 * @param write puts the row into `to`, which has `width` numbers
 */
export function productOfRows(
  { rows, width }: { readonly rows: number; readonly width: number },
  write: (row: number, to: Float64Array) => void,
): Float64Array {
  const product = new Float64Array(width * width);
  const batch = new Float64Array(STEP * width);
  for (let from = 0; from < rows; from += STEP) {
    if (rows - from < STEP) batch.fill(0);
    for (let i = 0; i < Math.min(STEP, rows - from); i++) write(from + i, batch.subarray(i * width, (i + 1) * width));
    addRows(batch, batch, width, product);
  }
  mirror(product, width);
  return product;
}

/** Fills the half below the diagonal. */
function mirror(product: Float64Array, width: number): void {
  for (let i = 0; i < width; i++) {
    for (let j = i + 1; j < width; j++) product[j * width + i] = product[i * width + j] ?? 0;
  }
}

/** Adds the products of eight rows; the loop is unrolled since a loop over them would load each sum eight times. */
function addRows(left: Float64Array, right: Float64Array, width: number, product: Float64Array): void {
  for (let i = 0; i < width; i++) {
    const a = left[i] ?? 0;
    const b = left[width + i] ?? 0;
    const c = left[2 * width + i] ?? 0;
    const d = left[3 * width + i] ?? 0;
    const e = left[4 * width + i] ?? 0;
    const f = left[5 * width + i] ?? 0;
    const g = left[6 * width + i] ?? 0;
    const h = left[7 * width + i] ?? 0;
    const to = i * width;
    for (let j = i; j < width; j++) {
      product[to + j] =
        (product[to + j] ?? 0) +
        a * (right[j] ?? 0) +
        b * (right[width + j] ?? 0) +
        c * (right[2 * width + j] ?? 0) +
        d * (right[3 * width + j] ?? 0) +
        e * (right[4 * width + j] ?? 0) +
        f * (right[5 * width + j] ?? 0) +
        g * (right[6 * width + j] ?? 0) +
        h * (right[7 * width + j] ?? 0);
    }
  }
}

/**
 * Replaces the matrix by its product with `right`, a square of side `width`, row by row.
 * @param triangular `right` is zero below its diagonal, which halves the work
 */
export function multiplyBySquare(matrix: TallMatrix, right: Float64Array, triangular: boolean): void {
  const { width, values } = matrix;
  const row = new Float64Array(width);
  const sum = new Float64Array(width);
  for (let from = 0; from < values.length; from += width) {
    row.set(values.subarray(from, from + width));
    sum.fill(0);
    for (let k = 0; k < width; k += STEP) addColumns(row, right, sum, { from: triangular ? k : 0, k });
    values.set(sum, from);
  }
}

/** Adds the contribution of eight numbers of a row, from the k-th, to the columns from `from`. */
function addColumns(
  row: Float64Array,
  right: Float64Array,
  sum: Float64Array,
  at: { readonly k: number; readonly from: number },
): void {
  const width = row.length;
  const { k } = at;
  const a = row[k] ?? 0;
  const b = row[k + 1] ?? 0;
  const c = row[k + 2] ?? 0;
  const d = row[k + 3] ?? 0;
  const e = row[k + 4] ?? 0;
  const f = row[k + 5] ?? 0;
  const g = row[k + 6] ?? 0;
  const h = row[k + 7] ?? 0;
  const o = k * width;
  for (let j = at.from; j < width; j++) {
    sum[j] =
      (sum[j] ?? 0) +
      a * (right[o + j] ?? 0) +
      b * (right[o + width + j] ?? 0) +
      c * (right[o + 2 * width + j] ?? 0) +
      d * (right[o + 3 * width + j] ?? 0) +
      e * (right[o + 4 * width + j] ?? 0) +
      f * (right[o + 5 * width + j] ?? 0) +
      g * (right[o + 6 * width + j] ?? 0) +
      h * (right[o + 7 * width + j] ?? 0);
  }
}
