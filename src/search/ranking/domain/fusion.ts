/** A chunk with a score, best first in a list. */
export interface Scored {
  readonly id: number;
  readonly score: number;
}

/** Results of several retrievers, and each retriever's score of every passage that one of them listed. */
export interface Fusible {
  readonly lists: readonly (readonly Scored[])[];
  /** One score per retriever; undefined if it has none. */
  readonly candidates: readonly { readonly id: number; readonly scores: readonly (number | undefined)[] }[];
}

/** Distribution of one retriever's scores for one question, used to standardise them. */
interface Scale {
  readonly mean: number;
  readonly deviation: number;
  /** Passages below the list get the score of its last entry. */
  readonly floor: number;
}

function scaleOf(list: readonly Scored[]): Scale {
  if (list.length === 0) return { mean: 0, deviation: 1, floor: 0 };
  const mean = list.reduce((sum, s) => sum + s.score, 0) / list.length;
  const variance = list.reduce((sum, s) => sum + (s.score - mean) ** 2, 0) / list.length;
  return { mean, deviation: Math.sqrt(variance) || 1, floor: list.at(-1)?.score ?? 0 };
}

function standardised(score: number | undefined, { mean, deviation, floor }: Scale): number {
  return (Math.max(score ?? floor, floor) - mean) / deviation;
}

/**
 * Weights of the retrievers, normalised to sum 1; a retriever without results gets 0. If all are empty, every weight is
 * 0.
 */
function sharesOf(lists: readonly (readonly Scored[])[], weights: readonly number[]): number[] {
  const present = lists.map((list, i) => (list.length === 0 ? 0 : (weights[i] ?? 0)));
  const sum = present.reduce((a, b) => a + b, 0);
  return present.map((weight, i) => (sum > 0 ? weight / sum : (lists[i]?.length ?? 0) > 0 ? 1 : 0));
}

/**
 * Weighted sum of per-query standardised scores (z-scores over each retriever's own list), best first, ties by id.
 * It beats reciprocal rank fusion where one retriever is much weaker, since it keeps how far ahead a hit is
 * (Bruch, Gai and Ingber 2023, "An analysis of fusion functions for hybrid retrieval"). A passage that only one retriever listed
 * has its true score in the others too.
 * @param weights one a retriever
 * @example
 * const words = [{ id: 1, score: 9 }, { id: 2, score: 3 }];
 * const vectors = [{ id: 2, score: 0.9 }, { id: 1, score: 0.8 }];
 * const candidates = [{ id: 1, scores: [9, 0.8] }, { id: 2, scores: [3, 0.9] }];
 * const [best] = fuse({ lists: [words, vectors], candidates }, [0.7, 0.3]); // best?.id is 1
 */
export function fuse({ lists, candidates }: Fusible, weights: readonly number[]): Scored[] {
  const scales = lists.map(scaleOf);
  const shares = sharesOf(lists, weights);
  return candidates
    .map(({ id, scores }) => ({
      id,
      score: scales.reduce((sum, scale, i) => sum + (shares[i] ?? 0) * standardised(scores[i], scale), 0),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
