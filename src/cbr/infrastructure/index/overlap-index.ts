import { Uint32Column } from '../../../search/domain/column.js';
import { cosineFrom, sharedOverAll } from '../../domain/similarity.js';
import { CountedPostings } from './counted-postings.js';
import { SLACK, SlotScores } from './slot-scores.js';

/**
 * Exact overlap of counted tokens over all cases: intersection over union for sets, the cosine of counts for n-grams.
 */
export class OverlapIndex {
  private readonly postings = new CountedPostings();
  private readonly sizes = new Uint32Column();
  private readonly squares = new Uint32Column();
  /** Scratch of one question: overlap with each slot. */
  private sums = new Int32Array(0);

  /** Slots must be added in order, each once. */
  add(counts: ReadonlyMap<string, number>): void {
    let squares = 0;
    this.postings.add(this.sizes.length, counts, (_, count) => (squares += count * count));
    this.sizes.push(counts.size);
    this.squares.push(squares);
  }

  /** |A and B| / |A or B| of the tokens as sets. Read the scores before the next question. */
  sharedOverAll(question: ReadonlySet<string>): SlotScores {
    const sums = this.emptySums();
    for (const token of question) this.accumulate(token, 1, sums);
    const { sizes } = this;
    return {
      of: (slot) => sharedOverAll(sums[slot] ?? 0, question.size, sizes.at(slot)),
      // s / (a + b - s) >= t is s (1 + t) >= t (a + b), and needs s >= t a, since b is at least s.
      next(from, end, threshold) {
        if (threshold <= 0) return from;
        const { values } = sizes;
        const [limit, least] = [threshold * SLACK, threshold * question.size * SLACK];
        for (let slot = from; slot < end; slot++) {
          const shared = sums[slot] ?? 0;
          if (shared >= least && shared * (1 + threshold) >= limit * (question.size + (values[slot] ?? 0))) return slot;
        }
        return end;
      },
    };
  }

  /** Cosine of the counts. Read the scores before the next question. */
  cosine(question: ReadonlyMap<string, number>): SlotScores {
    const sums = this.emptySums();
    let own = 0;
    for (const [token, count] of question) {
      own += count * count;
      this.accumulate(token, count, sums);
    }
    const { squares } = this;
    return {
      of(slot) {
        const dot = sums[slot] ?? 0;
        return dot === 0 ? 0 : cosineFrom(dot, own, squares.at(slot));
      },
      // Without the root: dot^2 >= t^2 a^2 b^2.
      next(from, end, threshold) {
        if (threshold <= 0) return from;
        const { values } = squares;
        const limit = threshold * threshold * own * SLACK;
        for (let slot = from; slot < end; slot++) {
          const dot = sums[slot] ?? 0;
          if (dot * dot >= limit * (values[slot] ?? 0)) return slot;
        }
        return end;
      },
    };
  }

  private emptySums(): Int32Array {
    const slots = this.sizes.length;
    if (this.sums.length < slots) this.sums = new Int32Array(Math.ceil(slots * 1.25));
    else this.sums.fill(0, 0, slots);
    return this.sums;
  }

  /** Counts are 1 if tokens are a set. */
  private accumulate(token: string, weight: number, sums: Int32Array): void {
    this.postings.forEachRun(this.postings.find(token), (slots, counts, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = slots[i] ?? 0;
        sums[slot] = (sums[slot] ?? 0) + weight * (counts[i] ?? 0);
      }
    });
  }
}
