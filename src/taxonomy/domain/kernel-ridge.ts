/** A sparse matrix by rows: the columns and values of row i are at `offsets[i]` to `offsets[i + 1]`. */
export interface SparseRows {
  readonly offsets: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
  /** Number of columns. */
  readonly width: number;
}

/** Rows of a training set, and the class of each. */
export interface LabelledRows {
  readonly rows: SparseRows;
  /** Class of each row, from 0. */
  readonly labels: Uint32Array;
  /** Group of each class, from 0: classes of one group are more alike. */
  readonly groups: Uint32Array;
}

/** Parameters of the fit; chosen by cross-validation (src/taxonomy/README.md). */
export interface RidgeSettings {
  /** Ridge of a row whose class has the mean size. */
  readonly ridge: number;
  /** Exponent by which a row of a small class weighs more; 0 is no effect, 1 gives every class the same weight. */
  readonly balance: number;
  /** Target value of a class for the rows of its group. */
  readonly group: number;
  /** Weight of the cosine with the class centroid, added to the regression. */
  readonly centroid: number;
}

/** Products of a sparse row with every row of a matrix, by its columns. */
export class Products {
  private readonly heads: Uint32Array;
  private readonly holders: Uint32Array;
  private readonly weights: Float32Array;

  constructor(rows: SparseRows) {
    const { offsets, columns, values, width } = rows;
    this.heads = new Uint32Array(width + 1);
    for (const column of columns) this.heads[column + 1] = (this.heads[column + 1] ?? 0) + 1;
    for (let column = 0; column < width; column++)
      this.heads[column + 1] = (this.heads[column + 1] ?? 0) + (this.heads[column] ?? 0);
    const next = this.heads.slice();
    this.holders = new Uint32Array(columns.length);
    this.weights = new Float32Array(columns.length);
    for (let row = 0; row + 1 < offsets.length; row++) {
      for (let k = offsets[row] ?? 0; k < (offsets[row + 1] ?? 0); k++) {
        const at = next[columns[k] ?? 0] ?? 0;
        this.holders[at] = row;
        this.weights[at] = values[k] ?? 0;
        next[columns[k] ?? 0] = at + 1;
      }
    }
  }

  /** Adds `value` times a column to `sums`, which has one number per row. */
  add(column: number, value: number, sums: Float64Array): void {
    const end = this.heads[column + 1] ?? 0;
    for (let k = this.heads[column] ?? 0; k < end; k++) {
      const row = this.holders[k] ?? 0;
      sums[row] = (sums[row] ?? 0) + value * (this.weights[k] ?? 0);
    }
  }
}

/** Products of all rows with one another, row by row. */
function gram(rows: SparseRows): Float64Array[] {
  const products = new Products(rows);
  const n = rows.offsets.length - 1;
  return Array.from({ length: n }, (_, row) => {
    const sums = new Float64Array(n);
    for (let k = rows.offsets[row] ?? 0; k < (rows.offsets[row + 1] ?? 0); k++)
      products.add(rows.columns[k] ?? 0, rows.values[k] ?? 0, sums);
    return sums;
  });
}

function dot(a: Float64Array, b: Float64Array, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}

/**
 * Lower triangle L of a symmetric positive definite matrix A = L Lᵀ (Cholesky); overwrites A.
 * @throws Error when the matrix is not positive definite
 */
export function cholesky(matrix: readonly Float64Array[]): void {
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      const other = matrix[j] ?? row;
      const rest = (row[j] ?? 0) - dot(row, other, j);
      if (i > j) row[j] = rest / (other[j] ?? 1);
      else if (rest > 0) row[j] = Math.sqrt(rest);
      else throw new Error('The matrix is not positive definite.');
    }
  });
}

/** Solves L Lᵀ x = b; overwrites b. */
export function solveCholesky(lower: readonly Float64Array[], b: Float64Array): void {
  lower.forEach((row, i) => {
    b[i] = ((b[i] ?? 0) - dot(row, b, i)) / (row[i] ?? 1);
  });
  for (let i = lower.length - 1; i >= 0; i--) {
    const row = lower[i] ?? new Float64Array(0);
    const x = (b[i] ?? 0) / (row[i] ?? 1);
    b[i] = x;
    for (let k = 0; k < i; k++) b[k] = (b[k] ?? 0) - x * (row[k] ?? 0);
  }
}

/** Number of multiplications of `ridgeCoefficients`: the Cholesky factor, and two triangular systems for each class. */
export function learningWork(rows: number, classes: number): number {
  return rows ** 3 / 6 + classes * rows ** 2;
}

function classSizes(labels: Uint32Array, classes: number): Uint32Array {
  const sizes = new Uint32Array(classes);
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1;
  return sizes;
}

/** Lengths of the row sums of each class. */
function centroidLengths(products: readonly Float64Array[], labels: Uint32Array, classes: number): Float64Array {
  const squares = new Float64Array(classes);
  products.forEach((row, i) => {
    const own = labels[i] ?? 0;
    for (let j = 0; j < row.length; j++) if (labels[j] === own) squares[own] = (squares[own] ?? 0) + (row[j] ?? 0);
  });
  return squares.map((square) => Math.sqrt(square));
}

/**
 * Coefficients of every row for every class, such that the score of a vector for a class is the sum of its products with the rows times
 * their coefficients. They combine kernel ridge regression on the classes, one against the rest (C. Saunders, A. Gammerman and V. Vovk,
 * Ridge regression learning algorithm in dual variables, 1998), and the cosine with the class centroid (Rocchio), which has the same form.
 * The time grows with the cube of the number of rows.
 * @returns row by row, one number per class
 */
export function ridgeCoefficients(data: LabelledRows, by: RidgeSettings): Float32Array {
  const { labels, groups } = data;
  const classes = groups.length;
  const matrix = gram(data.rows);
  const sizes = classSizes(labels, classes);
  const lengths = centroidLengths(matrix, labels, classes);
  const meanSize = labels.length / classes;
  const ridgeOf = (label: number) => by.ridge * ((sizes[label] ?? 1) / meanSize) ** by.balance;
  matrix.forEach((row, i) => (row[i] = (row[i] ?? 0) + ridgeOf(labels[i] ?? 0)));
  cholesky(matrix);
  const coefficients = new Float32Array(labels.length * classes);
  for (let label = 0; label < classes; label++) {
    const own = (i: number) => (labels[i] === label ? 1 : 0);
    const kin = (i: number) => (groups[labels[i] ?? 0] === groups[label] ? by.group : 0);
    const wanted = Float64Array.from(labels, (_, i) => own(i) + kin(i));
    solveCholesky(matrix, wanted);
    wanted.forEach((x, i) => {
      const middle = own(i) === 0 ? 0 : by.centroid / Math.max(lengths[label] ?? 0, Number.EPSILON);
      coefficients[i * classes + label] = x + middle;
    });
  }
  return coefficients;
}
