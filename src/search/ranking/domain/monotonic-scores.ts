/**
 * Makes the scores of a list in its final order monotonic: no score is above the previous one. A hit may be lower for
 * reasons other than its score (its fused rank, or because it is a supplement or a near duplicate).
 * @param scores of each hit, in display order
 */
export function monotonicScores(scores: readonly number[]): number[] {
  let least = Infinity;
  return scores.map((score) => (least = Math.min(least, score)));
}
