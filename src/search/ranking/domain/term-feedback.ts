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
