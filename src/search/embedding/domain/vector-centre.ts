import { dot } from '../../../shared/domain/dot-product.js';

/** Fewer vectors say little about what all of them have in common. */
export const LEAST_CENTRED = 50;
/** Vectors that a centre is the mean of: with more it hardly moves. */
export const CENTRE_SAMPLE = 1_000;

/** A number that depends on an id alone and orders ids as if by chance. */
function shuffled(id: number): number {
  let x = Math.imul(id ^ (id >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

const KEYS = 2 ** 32;
/** How much more than the share of the sample is looked at, so that it is nearly always enough. */
const MARGIN = 1.3;

/**
 * A sample that follows from the ids alone: the same for the same store, whatever order it was filled in (bottom-k sampling, Cohen and
 * Kaplan 2007).
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
 * What the vectors of a model have in common, whatever the texts say. Of many models any two texts have a cosine of .7 to .9, since all
 * vectors lie in one narrow cone; without their mean the cosines of random pairs lie around 0, and what is left is what the texts say
 * (Mu and Viswanath 2018, "All-but-the-Top"). Differences of vectors of unit length are computed from dot products alone, so that
 * vectors are kept as they are, and the centre may move with the store.
 */
export class VectorCentre {
  /** Squared length of the mean: how narrow the cone is, 0..1. */
  private readonly squared: number;

  private constructor(readonly mean: Float32Array) {
    this.squared = dot(mean, mean);
  }

  /** @param vectors of unit length; undefined where there are too few of them */
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

  /** A vector of unit length without the centre, of unit length again. */
  without(vector: Float32Array): Float32Array {
    const rest = vector.map((x, k) => x - (this.mean[k] ?? 0));
    const length = Math.sqrt(dot(rest, rest));
    return length > 0 ? rest.map((x) => x / length) : rest;
  }

  /** Length of a vector without the centre. @param along its dot product with the centre */
  distance(along: number): number {
    return Math.sqrt(Math.max(Number.EPSILON, 1 - 2 * along + this.squared));
  }

  /** Cosine of two vectors without the centre, from their own cosine and what each has along the centre. */
  cosine(cosine: number, along: number, otherAlong: number): number {
    return (cosine - along - otherAlong + this.squared) / (this.distance(along) * this.distance(otherAlong));
  }
}
