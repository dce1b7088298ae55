import { QuantisedRows } from './quantised-rows.js';
import { countWeight } from './term-weights.js';

export const LSA_DIMENSIONS = 256;

export interface ModelContent {
  /** Passages of the corpus when the model was fitted, including those outside the sample. */
  readonly fittedOn: number;
  /**
   * Share of the corpus' words, at the time of the fit, that the model does not know: rare words, and those outside the
   * sample.
   */
  readonly unknownTermShare: number;
  /** Number of nonzero dimensions; the rest of each vector is zero. */
  readonly rank: number;
  /** The term of each row, without duplicates. */
  readonly terms: readonly string[];
  readonly idf: Float32Array;
  /** Vector of each term, scaled as vectors of passages are. */
  readonly vectors: QuantisedRows;
}

/**
 * A semantic space fitted on a corpus: words that occur in similar passages have similar vectors, and a text is the
 * weighted sum of its words' vectors (Deerwester et al. 1990, "Indexing by latent semantic analysis"; the sum is their
 * folding-in).
 */
export class LatentSemanticModel {
  private readonly rowByTerm: ReadonlyMap<string, number>;

  /** @param id identifies the content: vectors of different ids are never compared */
  constructor(
    readonly id: string,
    readonly content: ModelContent,
  ) {
    this.rowByTerm = new Map(content.terms.map((term, row) => [term, row]));
  }

  /** Width of every vector, whatever the rank. */
  get dimensions(): number {
    return this.content.vectors.width;
  }

  /** Row of a term; -1 for an unknown one. A caller with its own term ids maps each once. */
  rowOf(term: string): number {
    return this.rowByTerm.get(term) ?? -1;
  }

  /**
   * Vector of a text from its terms and their counts.
   * @returns `dimensions` numbers of unit length; all zero if no term is known
   */
  foldIn(counts: Iterable<readonly [term: string, count: number]>): Float32Array {
    const sum = new Float64Array(this.dimensions);
    for (const [term, count] of counts) this.add(sum, this.rowOf(term), count);
    return unitVector(sum);
  }

  /** The same from rows of the model; a row of -1 is skipped. */
  foldInRows(rows: ArrayLike<number>, counts: ArrayLike<number>): Float32Array {
    const sum = new Float64Array(this.dimensions);
    for (let i = 0; i < rows.length; i++) this.add(sum, rows[i] ?? -1, counts[i] ?? 0);
    return unitVector(sum);
  }

  /** Share of the words in these counts that the model does not know; 0 for an empty input. */
  unknownShare(counts: Iterable<readonly [term: string, count: number]>): number {
    let all = 0;
    let unknown = 0;
    for (const [term, count] of counts) {
      all += count;
      if (this.rowOf(term) < 0) unknown += count;
    }
    return all === 0 ? 0 : unknown / all;
  }

  private add(sum: Float64Array, row: number, count: number): void {
    if (row < 0 || row >= this.content.idf.length) return;
    const { values, scales, width } = this.content.vectors;
    const weight = countWeight(count) * (this.content.idf[row] ?? 0) * (scales[row] ?? 0);
    const from = row * width;
    for (let k = 0; k < width; k++) sum[k] = (sum[k] ?? 0) + weight * (values[from + k] ?? 0);
  }
}

function unitVector(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const x of sum) squares += x * x;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  return Float32Array.from(sum, (x) => x * scale);
}
