/** The place that the best passage is compared with: a question may well have a handful of right ones. */
const COMPARED_PLACE = 10;
/** Content words beside the first that make a lead half trustworthy; chosen by judgement. */
const HALF_TRUST_WORDS = 2;

/**
 * How clearly the words of a question single out the best passages, in 0..1: the lead of the first over the tenth as a share of its
 * score, believed the more the more words the question has. One word cannot single out a passage: it is as
 * present in all that hold it, and a lead over those that do not says only that it is rare.
 * The complement is the uncertainty, in which indirect evidence has something to add.
 * @param best BM25 scores, best first
 * @param words content words of the question
 */
export function decisiveness(best: ArrayLike<number>, words: number): number {
  const first = best[0] ?? 0;
  if (first <= 0 || words <= 1) return 0;
  const lead = 1 - Math.max(0, best[COMPARED_PLACE - 1] ?? 0) / first;
  return (lead * (words - 1)) / (words - 1 + HALF_TRUST_WORDS);
}
