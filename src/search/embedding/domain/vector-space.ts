import { dot } from '../../../shared/domain/dot-product.js';

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

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const x of vector) squares += x * x;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  return vector.map((x) => x * scale);
}

/**
 * The question's vector moved towards the first results (Rocchio 1971, with the passages weighted by their scores as in
 * relevance models): they express the question in the documents' words.
 * @param vectors of the feedback passages; undefined for a passage without one
 * @param strength weight of all of them together relative to the question's own vector
 */
export function movedTowards(
  question: Float32Array,
  vectors: readonly (Float32Array | undefined)[],
  weights: readonly number[],
  strength: number,
): Float32Array {
  const moved = unit(question);
  vectors.forEach((vector, i) => {
    const weight = strength * (weights[i] ?? 0);
    vector?.forEach((x, k) => {
      moved[k] = (moved[k] ?? 0) + weight * x;
    });
  });
  return unit(moved);
}

/** Null distribution of one model: mean and deviation of the cosines of random pairs of passages. */
export interface CosineScale {
  readonly mean: number;
  readonly deviation: number;
}

/** @param vectors unit vectors in arbitrary order: each is paired with the next. Undefined if pairs do not differ */
export function cosineScale(vectors: readonly Float32Array[]): CosineScale | undefined {
  const cosines = vectors.slice(1).map((vector, i) => dot(vector, vectors[i] ?? vector));
  const mean = cosines.reduce((sum, x) => sum + x, 0) / Math.max(1, cosines.length);
  const variance = cosines.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, cosines.length);
  return variance > 0 ? { mean, deviation: Math.sqrt(variance) } : undefined;
}

/**
 * The equivalent cosine in another model's space, at as many standard deviations from the mean of random pairs. A
 * cosine of .88 is far above chance for one model and below it for another.
 */
export function onScale(cosine: number, from: CosineScale, to: CosineScale): number {
  return Math.min(1, to.mean + (to.deviation * (cosine - from.mean)) / from.deviation);
}
