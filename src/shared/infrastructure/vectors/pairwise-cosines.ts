import { VectorMatrix } from './vector-matrix.js';

/** Pairwise cosines of a set of vectors, with the kernel of the scan: a hundred vectors of 256 dimensions take .2 ms. */
export class PairwiseCosines {
  /** Reused, since each kernel has its own memory. */
  private matrix = new VectorMatrix(0);

  /**
   * Cosines of rows of a matrix, from the stored values.
   * @returns one list of `rows.length` numbers per row; NaN if either row is undefined or empty
   */
  ofRows(from: VectorMatrix, rows: readonly (number | undefined)[]): Float32Array[] {
    const matrix = this.emptied(from.dimensions);
    rows.forEach((row, i) => {
      if (row !== undefined) matrix.copy(i, from, row);
    });
    return matrix.pairs(rows.length);
  }

  /** Cosines of vectors, with an error below 0.02; NaN for vectors of another length than the first. */
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
