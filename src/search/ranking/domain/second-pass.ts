import { Scored } from './fusion.js';

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

/** By code units, the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A feedback passage: the count of each of its terms, which are words or the numbers that an index assigns. */
export interface FeedbackPassage<T extends string | number> {
  readonly counts: ReadonlyMap<T, number>;
  /** Total number of terms. */
  readonly length: number;
  /** Its weight among the feedback passages. */
  readonly weight: number;
}

/** BM25's saturation and length normalisation, for the weight of a term inside one passage. */
const K1 = 1.2;
const B = 0.75;

/**
 * Common terms of the first results as a query: a relevance model (Lavrenko and Croft 2001). The weight of a term in a
 * passage is that of BM25, so that long passages do not outweigh short ones.
 * @param rarity inverse document frequency of a term
 * @param limit number of terms to keep, the heaviest
 * @param textOf the term itself, for breaking ties: an index numbers its terms in the order in which documents came,
 * including those that the caller may not see
 */
export function relevanceModel<T extends string | number>(
  passages: readonly FeedbackPassage<T>[],
  rarity: (term: T) => number,
  limit: number,
  textOf: (term: T) => string = String,
): { readonly term: T; readonly weight: number }[] {
  const mean = passages.reduce((sum, p) => sum + p.length, 0) / Math.max(1, passages.length) || 1;
  const model = new Map<T, number>();
  for (const { counts, length, weight } of passages) {
    const norm = K1 * (1 - B + (B * length) / mean);
    for (const [term, count] of counts)
      model.set(term, (model.get(term) ?? 0) + (weight * count * (K1 + 1)) / (count + norm));
  }
  return [...model]
    .map(([term, weight]) => ({ term, weight: weight * rarity(term) }))
    .sort((a, b) => b.weight - a.weight || compareTexts(textOf(a.term), textOf(b.term)))
    .slice(0, limit);
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
