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
