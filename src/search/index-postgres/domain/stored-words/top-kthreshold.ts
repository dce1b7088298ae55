import { kthLargest } from './kth-largest.js';
import { ScoredQuestion } from './scoring-segment.js';

/** Sums are taken in another order than the score that counts, which is rounded at each step. */
const SLACK = 1 - 1e-4;

/** The best so far, and what has to be reached to be one of them. */
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

  /** The sum that a passage has to reach. */
  get needed(): number {
    return this.floor * SLACK;
  }

  /** Enough others reach so much. @param scores are put in another order */
  raise(scores: Float32Array): void {
    if (scores.length >= this.limit) this.floor = Math.max(this.floor, kthLargest(scores, this.limit));
  }

  add(id: number, score: number): void {
    if (score < this.needed) return;
    this.found.push(id);
    this.scores.push(score);
  }

  /** After some were added: leaves out those that cannot be among the best any more. */
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
