/**
 * Confidence of an answer (AC-ORCH-003): top rerank score x (1.0 with two or more sources, otherwise 0.5), clamped to 0..1; 0 without
 * sources.
 * @param sourceCount sources that are independent of each other: see `countIndependent`
 */
export function confidence(topRerankScore: number, sourceCount: number): number {
  if (sourceCount === 0) return 0;
  const penalty = sourceCount >= 2 ? 1 : 0.5;
  return Math.min(Math.max(topRerankScore * penalty, 0), 1);
}

/** Maximum confidence of an abstention (contract, Settled details). */
export const ABSTAINED_MAXIMUM = 0.29;

export function abstainedConfidence(topRerankScore: number, sourceCount: number): number {
  return Math.min(confidence(topRerankScore, sourceCount), ABSTAINED_MAXIMUM);
}
