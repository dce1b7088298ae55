import { dot } from '../../../shared/domain/dot-product.js';

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
