import { kthLargest } from './stored-words/kth-largest.js';

/** A passage that was found, with its vector where it has one. */
export interface Supportable {
  readonly score: number;
  /** Unit length. */
  readonly vector: Float32Array | undefined;
}

/** Means that differ by less differ by roundings. */
const SAME = 1e-9;
/** Of fewer passages none can be told to lie among better ones. */
const FEWEST = 3;

/**
 * Four sums, so that the processor need not wait for one addition after the other. A hundred passages are compared in a millisecond; with the
 * sums declared as one pattern it was three.
 */
function dot(a: Float32Array, b: Float32Array): number {
  const { length } = a;
  let w = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    w += (a[i] ?? 0) * (b[i] ?? 0);
    x += (a[i + 1] ?? 0) * (b[i + 1] ?? 0);
    y += (a[i + 2] ?? 0) * (b[i + 2] ?? 0);
    z += (a[i + 3] ?? 0) * (b[i + 3] ?? 0);
  }
  for (; i < length; i++) w += (a[i] ?? 0) * (b[i] ?? 0);
  return w + x + y + z;
}

/** Squared cosines of all pairs, row by row; opposite vectors are as far from each other as unlike ones, and nothing is its own neighbour. */
function likeness(passages: readonly Supportable[]): Float64Array[] {
  const rows = passages.map(() => new Float64Array(passages.length));
  passages.forEach(({ vector }, i) => {
    for (let k = 0; k < i; k++) {
      const other = passages[k]?.vector;
      if (vector === undefined || other?.length !== vector.length) continue;
      const alike = Math.max(0, dot(vector, other)) ** 2;
      const [own, others] = [rows[i], rows[k]];
      if (own !== undefined) own[k] = alike;
      if (others !== undefined) others[i] = alike;
    }
  });
  return rows;
}

/** Mean score of the nearest, weighted by how near they are; undefined for a passage that is like none. */
function meanOfNearest(alike: Float64Array, passages: readonly Supportable[], neighbours: number): number | undefined {
  const least = kthLargest(alike.slice(), Math.min(neighbours, alike.length));
  let [sum, weights] = [0, 0];
  alike.forEach((weight, k) => {
    if (weight === 0 || weight < least) return;
    sum += weight * (passages[k]?.score ?? 0);
    weights += weight;
  });
  return weights === 0 ? undefined : sum / weights;
}

/**
 * How well the passages that are nearest to each one answer, which speaks for it too: passages that say like things answer like questions (the
 * cluster hypothesis). One step of score regularisation over the nearest neighbours among what was found (Diaz 2005, "Regularizing ad hoc
 * retrieval scores"), standardised over the passages, so that its weight is in the same unit everywhere.
 * @param neighbours of each passage that count
 * @returns one number a passage, of mean 0 and deviation 1; 0 for one without a vector, and for all where they do not differ
 */
export function neighbourSupport(passages: readonly Supportable[], neighbours: number): number[] {
  if (passages.length < FEWEST) return passages.map(() => 0);
  const means = likeness(passages).map((alike) => meanOfNearest(alike, passages, neighbours));
  const known = means.filter((mean) => mean !== undefined);
  const middle = known.reduce((sum, mean) => sum + mean, 0) / Math.max(1, known.length);
  const spread = Math.sqrt(known.reduce((sum, mean) => sum + (mean - middle) ** 2, 0) / Math.max(1, known.length));
  return means.map((mean) => (mean === undefined || spread < SAME ? 0 : (mean - middle) / spread));
}
