import { ScoredQuestion } from './scoring-segment.js';

/**
 * The k-th largest of some numbers (Hoare 1961, "Algorithm 65: find").
 * @param values reordered in place
 * @param k from 1 to their number
 */
export function kthLargest(values: Float32Array, k: number): number {
  const wanted = k - 1;
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) > pivot) left++;
      while ((values[right] ?? 0) < pivot) right--;
      if (left > right) break;
      const kept = values[left] ?? 0;
      values[left++] = values[right] ?? 0;
      values[right--] = kept;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] ?? 0;
}

/** Sums are added in another order than the final score, which is rounded at each step. */
const SLACK = 1 - 1e-4;

/** The best scores so far, and the threshold for joining them. */
export class TopKThreshold {
  private found: number[] = [];
  private scores: number[] = [];
  private settled = 0;
  private floor: number;
  private readonly limit: number;

  constructor({ limit, floor }: ScoredQuestion) {
    this.limit = limit;
    this.floor = floor;
  }

  get ids(): readonly number[] {
    return this.found;
  }

  /** The sum that a passage must reach. */
  get needed(): number {
    return this.floor * SLACK;
  }

  /** Raises the threshold if enough passages reach it. @param scores reordered in place */
  raise(scores: Float32Array): void {
    if (scores.length >= this.limit) this.floor = Math.max(this.floor, kthLargest(scores, this.limit));
  }

  add(id: number, score: number): void {
    if (score < this.needed) return;
    this.found.push(id);
    this.scores.push(score);
  }

  /** After additions: drops those that can no longer be among the best. */
  settle(): void {
    const { found, scores, limit } = this;
    if (found.length === this.settled) return;
    if (found.length >= limit) {
      this.raise(Float32Array.from(scores));
      const { needed } = this;
      this.found = found.filter((_, i) => (scores[i] ?? 0) >= needed);
      this.scores = scores.filter((score) => score >= needed);
    }
    this.settled = this.found.length;
  }
}
