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

/**
 * Platt scaling (Platt 1999) from the probability of a right answer to the probability that the documents contain an answer. Fitted on 296
 * natural questions of a rule book and a handbook: answerable ones, near misses and questions of other domains. The documents answer 218 of
 * them. A right answer is less probable than the existence of an answer, since the search may find the wrong passage.
 */
const SLOPE = 0.89;
const INTERCEPT = 2.04;
const LEAST = 1e-4;

/**
 * Probability, 0..1, that the documents answer a question.
 * @param right calibrated probability that the answer is right, 0..1
 */
export function answerableProbability(right: number): number {
  if (right <= LEAST) return 0;
  const odds = Math.min(1 - LEAST, right);
  return 1 / (1 + Math.exp(-(SLOPE * Math.log(odds / (1 - odds)) + INTERCEPT)));
}
