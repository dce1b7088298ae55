import { cosineFrom, sharedOverAll } from '../../domain/similarity.js';
import { CountedPostings } from './counted-postings.js';

/** Exact overlap of counted tokens over all cases: shared over all for sets, the cosine of counts for n-grams. */
export class OverlapIndex {
  private readonly postings = new CountedPostings();
  private readonly sizes: number[] = [];
  private readonly squares: number[] = [];

  add(slot: number, counts: ReadonlyMap<string, number>): void {
    let squares = 0;
    this.postings.add(slot, counts, (_, count) => (squares += count * count));
    this.sizes[slot] = counts.size;
    this.squares[slot] = squares;
  }

  /** |A and B| / |A or B| of the tokens as sets. @param sums scratch, as long as there are slots */
  sharedOverAll(question: ReadonlySet<string>, sums: Float64Array): (slot: number) => number {
    sums.fill(0);
    for (const token of question) this.accumulate(token, 1, sums);
    return (slot) => sharedOverAll(sums[slot] ?? 0, question.size, this.sizes[slot] ?? 0);
  }

  /** Cosine of the counts. @param sums scratch, as long as there are slots */
  cosine(question: ReadonlyMap<string, number>, sums: Float64Array): (slot: number) => number {
    sums.fill(0);
    let squares = 0;
    for (const [token, count] of question) {
      squares += count * count;
      this.accumulate(token, count, sums);
    }
    return (slot) => {
      const dot = sums[slot] ?? 0;
      return dot === 0 ? 0 : cosineFrom(dot, squares, this.squares[slot] ?? 0);
    };
  }

  /** Counts are 1 where tokens are a set. */
  private accumulate(token: string, weight: number, sums: Float64Array): void {
    this.postings.forEachRun(this.postings.find(token), (slots, counts, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = slots[i] ?? 0;
        sums[slot] = (sums[slot] ?? 0) + weight * (counts[i] ?? 0);
      }
    });
  }
}
