import { Scored } from './fusion.js';

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const x of vector) squares += x * x;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  return vector.map((x) => x * scale);
}

/** A feedback passage's share, by how far it is ahead: the softmax of the scores in units of their own spread. */
export function feedbackWeights(best: readonly Scored[]): number[] {
  const scores = best.map((s) => s.score);
  const mean = scores.reduce((a, b) => a + b, 0) / Math.max(1, scores.length);
  const spread = Math.sqrt(scores.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, scores.length)) || 1;
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp((score - top) / spread));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => p / sum);
}

/**
 * The question moved towards the passages that were found first (Rocchio 1971, with the passages weighted by their scores as in
 * relevance models): they say in the documents' words what the question says in its own.
 * @param vectors of the feedback passages; undefined for one without
 * @param strength of all of them together beside the question's own vector
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
