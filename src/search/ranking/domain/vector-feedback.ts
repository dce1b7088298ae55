import { Scored } from './fusion.js';

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
