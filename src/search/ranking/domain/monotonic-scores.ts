/**
 * The scores of a list that is already in its final order, none above the one before it: a hit stands lower for reasons beside its own
 * score (its fused rank, being a supplement or a copy), and claims no more than the hit that was put before it.
 * @param scores of each hit, in the order shown
 */
export function monotonicScores(scores: readonly number[]): number[] {
  let least = Infinity;
  return scores.map((score) => (least = Math.min(least, score)));
}
