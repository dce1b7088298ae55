import { SearchHit } from '../../src/search/ranking/domain/passage-ranking.js';

/** How two stores answered the same questions. */
export interface Comparison {
  questions: number;
  /** Questions whose lists are the same passages in the same order, up to ties of their scores. */
  same: number;
  /** Passages of the first ten that both have, of all. */
  shared: number;
  listed: number;
  largestDifference: number;
}

export function newComparison(): Comparison {
  return { questions: 0, same: 0, shared: 0, listed: 0, largestDifference: 0 };
}

const DEPTH = 10;

/** Scores within this are a tie: the stores keep vectors by other roundings. */
export function isSame(a: readonly SearchHit[], b: readonly SearchHit[], tie: number): boolean {
  const scores = new Map(b.map(({ passage, score }) => [passage.chunkId, score]));
  return (
    a.length === b.length &&
    a.every(({ passage, score }, i) => {
      const other = scores.get(passage.chunkId);
      const place = b[i]?.score ?? Number.NaN;
      // A passage may have another rank only among passages with the same score.
      return Math.abs(place - score) <= tie && (other === undefined || Math.abs(other - score) <= tie);
    })
  );
}

export function compare(into: Comparison, a: readonly SearchHit[], b: readonly SearchHit[], tie: number): void {
  const [first, second] = [a.slice(0, DEPTH), b.slice(0, DEPTH)];
  into.questions++;
  if (isSame(first, second, tie)) into.same++;
  const names = new Map(second.map(({ passage, score }) => [passage.chunkId, score]));
  into.listed += first.length;
  for (const { passage, score } of first) {
    const other = names.get(passage.chunkId);
    if (other === undefined) continue;
    into.shared++;
    into.largestDifference = Math.max(into.largestDifference, Math.abs(other - score));
  }
}

/** nDCG@10 with linear gain over documents, each counted at the rank of its first passage. */
export function ndcg(hits: readonly SearchHit[], relevant: ReadonlyMap<string, number>): number {
  const documents = [...new Set(hits.map(({ passage }) => passage.documentId))].slice(0, DEPTH);
  const gain = (grades: readonly number[]) => grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const best = [...relevant.values()].sort((a, b) => b - a).slice(0, DEPTH);
  return gain(documents.map((id) => relevant.get(id) ?? 0)) / (gain(best) || 1);
}

/** @param share of the values at or below it, 0..1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
