import { dot } from '../../../shared/domain/dot-product.js';

/** Fewer vectors are too few to estimate their common component. */
export const LEAST_CENTRED = 50;
/** Number of vectors in the sample of a centre: more hardly change it. */
export const CENTRE_SAMPLE = 1_000;

/** A pseudo-random number derived from an id, for a random but reproducible order. */
function shuffled(id: number): number {
  let x = Math.imul(id ^ (id >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

const KEYS = 2 ** 32;
/** Factor on the share of the sample, so that enough ids are nearly always examined. */
const MARGIN = 1.3;

/**
 * A sample that depends only on the ids: the same for the same store, in whatever order it was filled (bottom-k
 * sampling, Cohen and Kaplan 2007).
 * @returns up to `size` of the ids
 */
export function sampleOf(ids: readonly number[], size: number): readonly number[] {
  const keyed = (limit: number) =>
    ids.flatMap((id) => {
      const key = shuffled(id);
      return key < limit ? [{ id, key }] : [];
    });
  const likely = keyed((KEYS * MARGIN * size) / Math.max(1, ids.length));
  const enough = likely.length >= Math.min(size, ids.length) ? likely : keyed(KEYS);
  return enough
    .sort((a, b) => a.key - b.key || a.id - b.id)
    .slice(0, size)
    .map(({ id }) => id);
}

/**
 * The common component of a model's vectors, independent of the texts. In many models any two texts have a cosine of .7
 * to .9, since all vectors are in one narrow cone. After subtraction of the mean, the cosines of random pairs are near
 * 0, and the rest represents the text (Mu and Viswanath 2018, "All-but-the-Top"). Cosines of centred vectors are
 * computed from dot products alone, so vectors are stored unchanged, and the centre may change with the store.
 */
export class VectorCentre {
  /** Squared length of the mean: how narrow the cone is, 0..1. */
  private readonly squared: number;

  private constructor(readonly mean: Float32Array) {
    this.squared = dot(mean, mean);
  }

  /** @param vectors of unit length; undefined if there are too few of them */
  static of(vectors: readonly Float32Array[]): VectorCentre | undefined {
    const [first] = vectors;
    if (first === undefined || vectors.length < LEAST_CENTRED) return undefined;
    const mean = new Float32Array(first.length);
    for (const vector of vectors) for (let k = 0; k < mean.length; k++) mean[k] = (mean[k] ?? 0) + (vector[k] ?? 0);
    for (let k = 0; k < mean.length; k++) mean[k] = (mean[k] ?? 0) / vectors.length;
    return new VectorCentre(mean);
  }

  /** Dot product of a vector with the centre. */
  along(vector: Float32Array): number {
    return dot(vector, this.mean);
  }

  /** A unit vector minus the centre, normalised again. */
  without(vector: Float32Array): Float32Array {
    const rest = vector.map((x, k) => x - (this.mean[k] ?? 0));
    const length = Math.sqrt(dot(rest, rest));
    return length > 0 ? rest.map((x) => x / length) : rest;
  }

  /** Length of a vector minus the centre. @param along its dot product with the centre */
  distance(along: number): number {
    return Math.sqrt(Math.max(Number.EPSILON, 1 - 2 * along + this.squared));
  }

  /**
   * Cosine of two vectors after subtraction of the centre, from their own cosine and their dot products with the
   * centre.
   */
  cosine(cosine: number, along: number, otherAlong: number): number {
    return (cosine - along - otherAlong + this.squared) / (this.distance(along) * this.distance(otherAlong));
  }
}
