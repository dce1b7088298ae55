/** How often a text holds each of its index terms; every term once. */
export type TermCounts = Iterable<readonly [term: string, count: number]>;

/** An embedding that works on the index terms of a text, in process: hashed n-grams, or the one fitted on the corpus. */
export interface VectorSpace {
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Share of the corpus' words that the model did not know from the start. */
  readonly unknownTermShareAtFit: number;
  /** @returns a unit vector, or the zero vector for a text that the model knows no term of */
  embed(terms: TermCounts): Float32Array;
  /** Number of a term in the model, to look each up once; -1 for a term that says nothing to it. */
  rowOf(term: string): number;
  /** The same from rows of the model; rows of -1 are passed over. */
  embedRows(rows: ArrayLike<number>, counts: ArrayLike<number>): Float32Array;
}
