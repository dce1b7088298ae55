/** Means that differ by less are equal up to rounding. */
const SAME = 1e-9;

/**
 * Squared cosines with the others; opposite vectors are as dissimilar as orthogonal ones, and no passage is its own
 * neighbour.
 */
function likeness(cosines: Float32Array, own: number, out: Float64Array): Float64Array {
  for (let k = 0; k < out.length; k++) {
    const cosine = cosines[k] ?? 0;
    // An unknown cosine is not above 0 either.
    out[k] = k !== own && cosine > 0 ? cosine * cosine : 0;
  }
  return out;
}

/**
 * The `wanted`-th largest of the positive numbers; 0 if there are fewer. For the 8th of 100 numbers this takes up to a
 * third of the time of `kthLargest`.
 */
function leastOfLargest(values: Float64Array, wanted: number): number {
  const largest = new Float64Array(wanted);
  const last = wanted - 1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value <= (largest[last] ?? 0)) continue;
    let at = last;
    for (; at > 0 && (largest[at - 1] ?? 0) < value; at--) largest[at] = largest[at - 1] ?? 0;
    largest[at] = value;
  }
  return largest[last] ?? 0;
}

/** Mean score of the nearest passages, weighted by similarity; undefined for a passage without a similar one. */
function meanOfNearest(alike: Float64Array, scores: readonly number[], neighbours: number): number | undefined {
  const least = leastOfLargest(alike, neighbours);
  let [sum, weights] = [0, 0];
  // Loops, since the callbacks of typed arrays took most of the time of a hundred passages.
  for (let k = 0; k < alike.length; k++) {
    const weight = alike[k] ?? 0;
    if (weight === 0 || weight < least) continue;
    sum += weight * (scores[k] ?? 0);
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

/**
 * Scores each passage by how well its nearest neighbours answer: similar passages answer similar questions (the cluster
 * hypothesis). One step of score regularisation over the nearest neighbours among the results (Diaz 2005, "Regularizing
 * ad hoc retrieval scores"), standardised over the passages, so that its weight has the same unit everywhere.
 * @param scores one per passage
 * @param cosines of the passages with one another, one list per passage; NaN for a passage without a vector
 * @param neighbours of each passage that count, 1 or more
 * @returns one number per passage, of mean 0 and deviation 1; 0 for a passage without a vector, and for all if they do
 * not differ
 */
export function scoreRegularization(
  scores: readonly number[],
  cosines: readonly Float32Array[],
  neighbours: number,
): number[] {
  const alike = new Float64Array(scores.length);
  const means = cosines.map((own, i) => meanOfNearest(likeness(own, i, alike), scores, neighbours));
  const known = means.filter((mean) => mean !== undefined);
  const middle = known.reduce((sum, mean) => sum + mean, 0) / Math.max(1, known.length);
  const spread = Math.sqrt(known.reduce((sum, mean) => sum + (mean - middle) ** 2, 0) / Math.max(1, known.length));
  return means.map((mean) => (mean === undefined || spread < SAME ? 0 : (mean - middle) / spread));
}
