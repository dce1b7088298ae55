import { VectorMatrix } from './vector-matrix.js';

/** Cosines of some vectors with one another, by the kernel of the scan: a hundred of 256 numbers take .2 ms. */
export class PairwiseCosines {
  /** Kept, since each kernel has a memory of its own. */
  private matrix = new VectorMatrix(0);

  /**
   * Of rows of a matrix, as they are kept.
   * @returns one list of `rows.length` numbers a row; NaN where either is undefined or empty
   */
  ofRows(from: VectorMatrix, rows: readonly (number | undefined)[]): Float32Array[] {
    const matrix = this.emptied(from.dimensions);
    rows.forEach((row, i) => {
      if (row !== undefined) matrix.copy(i, from, row);
    });
    return matrix.pairs(rows.length);
  }

  /** Of vectors, off by less than two hundredths; those of another length than the first have no cosine. */
  of(vectors: readonly (Float32Array | undefined)[]): Float32Array[] {
    const dimensions = vectors.find((vector) => vector !== undefined)?.length ?? 0;
    const matrix = this.emptied(dimensions);
    vectors.forEach((vector, i) => {
      if (vector?.length === dimensions) matrix.set(i, vector);
    });
    return matrix.pairs(vectors.length);
  }

  private emptied(dimensions: number): VectorMatrix {
    if (this.matrix.dimensions !== dimensions) this.matrix = new VectorMatrix(dimensions);
    this.matrix.clear();
    return this.matrix;
  }
}
