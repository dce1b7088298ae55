/** Means that differ by less differ by roundings. */
const SAME = 1e-9;

/** Squared cosines with the others; opposite vectors are as far from each other as unlike ones, and nothing is its own neighbour. */
function likeness(cosines: Float32Array, own: number, out: Float64Array): Float64Array {
  for (let k = 0; k < out.length; k++) {
    const cosine = cosines[k] ?? 0;
    // A cosine that is not known is not above 0 either.
    out[k] = k !== own && cosine > 0 ? cosine * cosine : 0;
  }
  return out;
}

/** The so many-th largest of numbers above 0, 0 where there are fewer. For some eight of a hundred this takes a third of `kthLargest` at most. */
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

/** Mean score of the nearest, weighted by how near they are; undefined for a passage that is like none. */
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
 * How well the passages that are nearest to each one answer, which speaks for it too: passages that say like things answer like questions (the
 * cluster hypothesis). One step of score regularisation over the nearest neighbours among what was found (Diaz 2005, "Regularizing ad hoc
 * retrieval scores"), standardised over the passages, so that its weight is in the same unit everywhere.
 * @param scores one a passage
 * @param cosines of the passages with one another, a list of one number a passage for each; NaN where one has no vector
 * @param neighbours of each passage that count, 1 or more
 * @returns one number a passage, of mean 0 and deviation 1; 0 for one without a vector, and for all where they do not differ
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
