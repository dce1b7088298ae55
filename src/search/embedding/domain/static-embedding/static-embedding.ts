import type { QuantisedRows } from '../latent-semantics/quantised-rows.js';
import { EntryCutter } from './entry-cutter.js';

/** Source of the static embedding; loaded once, on first use. */
export abstract class MeaningSource {
  abstract load(): Promise<TextMeaning>;
}

/** Static embedding of texts: the same for every store, unlike vectors that are fitted on its passages. */
export interface TextMeaning {
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** @returns a unit vector; all zero for a text without known words */
  embed(text: string): Float32Array;
  /** Whether a text is one whole word of the vocabulary; undefined without a vocabulary of words. */
  isWord?(text: string): boolean;
  /** For the same embedding in another thread, which shares the vectors. */
  readonly content?: StaticEmbeddingContent;
}

/** What a static embedding consists of: row r of `vectors` and `costs[r]` belong to `entries[r]`. */
export interface StaticEmbeddingContent {
  /** Words and parts of words; `#` at the start: continues a word. */
  readonly entries: readonly string[];
  /** Negative logarithms of the entries' frequencies, in twelfths. */
  readonly costs: Uint8Array;
  readonly vectors: QuantisedRows;
}

/** One entry of a text and its weight in the text's vector. */
export interface WeightedEntry {
  readonly entry: string;
  readonly weight: number;
}

/**
 * Vectors of Korean and English texts without a neural network at run time: the sum of the vectors of the text's words
 * and parts of words, normalised to length 1. Texts of the same meaning are near each other, within a language and
 * across both.
 *
 * The length of an entry's vector is its weight, as in smooth inverse frequency (Arora, Liang and Ma 2017). The vectors
 * were distilled from a sentence encoder (as in Model2Vec, Tulkens and van Dongen 2024) and fitted, so that the sums
 * are near the encoder's vectors of whole texts: `data/models/static-embedding/README.md`.
 *
 * @example
 * import { dot } from '../../../../shared/domain/dot-product.js';
 *
 * const similarity = dot(staticEmbedding.embed('수업 빠지면'), staticEmbedding.embed('결석'));
 */
export class StaticEmbedding {
  private readonly cutter: EntryCutter;

  /** @param model name with a hash of the content: vectors of different models are never compared */
  constructor(
    readonly model: string,
    readonly content: StaticEmbeddingContent,
  ) {
    this.cutter = new EntryCutter(content.entries, content.costs);
  }

  isWord(text: string): boolean {
    const [row, ...others] = this.cutter.rows(text);
    return row !== undefined && others.length === 0 && this.content.entries[row] === text;
  }

  get dimensions(): number {
    return this.content.vectors.width;
  }

  /**
   * Embeds questions and passages alike, of any length; word order does not matter, and numbers are ignored.
   * @returns `dimensions` numbers of unit length; all zero for a text without Korean or English letters
   */
  embed(text: string): Float32Array {
    const { width, values, scales } = this.content.vectors;
    const sum = new Float32Array(width);
    for (const [row, count] of this.counts(text)) {
      // The tenth "the" adds less than the first.
      const factor = Math.sqrt(count) * (scales[row] ?? 0);
      const start = row * width;
      for (let k = 0; k < width; k++) sum[k] = (sum[k] ?? 0) + factor * (values[start + k] ?? 0);
    }
    return unit(sum);
  }

  /** The distinct entries of a text with the lengths of their vectors: explains why two texts are near each other. */
  weightedEntries(text: string): readonly WeightedEntry[] {
    const { width, values, scales } = this.content.vectors;
    return [...this.counts(text)].map(([row, count]) => {
      const length = Math.hypot(...values.subarray(row * width, (row + 1) * width));
      return { entry: this.content.entries[row] ?? '', weight: Math.sqrt(count) * (scales[row] ?? 0) * length };
    });
  }

  private counts(text: string): Map<number, number> {
    const counts = new Map<number, number>();
    for (const row of this.cutter.rows(text)) counts.set(row, (counts.get(row) ?? 0) + 1);
    return counts;
  }
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (squares === 0) return vector;
  const scale = 1 / Math.sqrt(squares);
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] ?? 0) * scale;
  return vector;
}
