import { ScoringTerm } from './memory-index/lexical-index.js';

/** A feedback passage: how often it holds each of its terms. */
export interface FeedbackPassage {
  readonly counts: ReadonlyMap<string, number>;
  /** Terms in all. */
  readonly length: number;
  /** Its share among the feedback passages. */
  readonly weight: number;
}

/** BM25's saturation and length normalisation, for the weight of a term inside one passage. */
const K1 = 1.2;
const B = 0.75;

/**
 * The terms that the passages found first have in common, as a question of its own: a relevance model (Lavrenko and Croft 2001) whose
 * weight of a term in a passage is BM25's, which keeps long passages from speaking louder than short ones.
 * @param rarity inverse document frequency of a term
 * @param limit terms that are kept, the heaviest
 */
export function relevanceModel(
  passages: readonly FeedbackPassage[],
  rarity: (term: string) => number,
  limit: number,
): ScoringTerm[] {
  const mean = passages.reduce((sum, p) => sum + p.length, 0) / Math.max(1, passages.length) || 1;
  const model = new Map<string, number>();
  for (const { counts, length, weight } of passages) {
    const norm = K1 * (1 - B + (B * length) / mean);
    for (const [term, count] of counts)
      model.set(term, (model.get(term) ?? 0) + (weight * count * (K1 + 1)) / (count + norm));
  }
  return [...model]
    .map(([term, weight]) => ({ term, weight: weight * rarity(term) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}
