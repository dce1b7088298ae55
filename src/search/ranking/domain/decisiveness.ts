/** Rank that the best passage is compared with: a question may have several right passages. */
const COMPARED_PLACE = 10;
/** Content words after the first that make a lead half trustworthy; chosen by judgement. */
const HALF_TRUST_WORDS = 2;

/**
 * How clearly the words of a question separate the best passages, in 0..1: the lead of the first over the tenth as a
 * share of its score, trusted more with more words in the question. One word cannot separate a passage: all passages
 * with the word have it alike, and a lead over the others shows only that it is rare.
 * The complement is the uncertainty, for which indirect evidence is useful.
 * @param best BM25 scores, best first
 * @param words content words of the question
 */
export function decisiveness(best: ArrayLike<number>, words: number): number {
  const first = best[0] ?? 0;
  if (first <= 0 || words <= 1) return 0;
  const lead = 1 - Math.max(0, best[COMPARED_PLACE - 1] ?? 0) / first;
  return (lead * (words - 1)) / (words - 1 + HALF_TRUST_WORDS);
}
