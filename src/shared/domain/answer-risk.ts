/**
 * Measured risk of answering at or above each threshold: the upper bound of the 95 % interval (Wilson 1927) of the share of all questions
 * that were answered wrongly in the calibration sets. The sets are 855 natural questions in Korean and English over a rule book, a staff
 * handbook and the samples: answerable ones, near misses and questions of other domains. A model fitted on the other sets judged each set.
 */
const BOUNDS: readonly (readonly [threshold: number, upperBound: number])[] = [
  [0.2, 0.213],
  [0.25, 0.19],
  [0.3, 0.169],
  [0.35, 0.149],
  [0.4, 0.135],
  [0.45, 0.119],
  [0.5, 0.103],
  [0.55, 0.089],
  [0.6, 0.076],
  [0.65, 0.07],
  [0.7, 0.06],
  [0.75, 0.051],
  [0.8, 0.047],
  [0.85, 0.03],
  [0.9, 0.023],
];
/** Threshold for accepted risks below the lowest measured risk: only nearly certain answers are given. */
const HIGHEST_THRESHOLD = 0.95;

/** Decides whether a question is answered (ANSWER_RISK). */
export class AnswerRisk {
  /** Lowest probability of a correct answer, 0..1. Below it the reply is that the documents do not contain the answer. */
  readonly threshold: number;

  /** @param accepted share of questions that may be answered wrongly, 0..1 */
  constructor(readonly accepted: number) {
    this.threshold = thresholdFor(accepted);
  }
}

/** Returns the lowest threshold whose bound is at most the accepted risk, interpolated linearly between measured thresholds. */
function thresholdFor(accepted: number): number {
  const [first] = BOUNDS;
  const at = BOUNDS.findIndex(([, bound]) => bound <= accepted);
  const [above, below] = [BOUNDS[at - 1], BOUNDS[at]];
  if (at === -1 || first === undefined || below === undefined) return HIGHEST_THRESHOLD;
  if (above === undefined) return first[0];
  return above[0] + ((above[1] - accepted) / (above[1] - below[1])) * (below[0] - above[0]);
}
