import { ScoringSegment, ScoredQuestion } from './scoring-segment.js';
import { PostingSource } from './memtable-postings.js';

/** A list with this many times fewer postings than were read so far is read completely instead of looked up in. */
const READ_ALONG = 16;

export interface Weighted {
  readonly list: PostingSource;
  /** Weight times k1 + 1. */
  readonly gain: number;
  /** Upper bound of the list's contribution to a score. */
  readonly bound: number;
}

/** Length norm k1 (1 - b + b length / mean) as a linear function. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
}

/** The lists of a question in one segment. */
export class TermsByUpperBound {
  readonly all: readonly Weighted[];
  private readonly rests: Float64Array;

  /** @param options the length norm, and BM25's k1 */
  constructor(part: ScoringSegment, question: ScoredQuestion, { norm, k1 }: { norm: Norm; k1: number }) {
    this.all = part.lists
      .flatMap((list, i): Weighted[] => {
        const gain = (question.weights[i] ?? 0) * (k1 + 1);
        if (list === undefined || gain <= 0) return [];
        const { mostFrequent, shortest } = list;
        return [{ list, gain, bound: (gain * mostFrequent) / (mostFrequent + norm.base + norm.slope * shortest) }];
      })
      .sort((a, b) => b.bound - a.bound);
    this.rests = new Float64Array(this.all.length + 1);
    for (let i = this.all.length - 1; i >= 0; i--) this.rests[i] = (this.rests[i + 1] ?? 0) + (this.all[i]?.bound ?? 0);
  }

  at(index: number): Weighted {
    const list = this.all[index];
    if (list === undefined) throw new Error('There is no such list.');
    return list;
  }

  /** Upper bound of the contribution of the lists from one on. */
  rest(from: number): number {
    return this.rests[from] ?? 0;
  }

  /** Number of lists that add new passages: the others alone do not reach the threshold. */
  taking(needed: number): number {
    let count = 0;
    while (count < this.all.length && this.rest(count) >= needed) count++;
    return count;
  }

  /** Number of lists to read: those that add passages, and the following ones that are short in comparison. */
  read(needed: number): number {
    let count = this.taking(needed);
    const postings = this.all.slice(0, count).reduce((sum, { list }) => sum + list.count, 0);
    while ((this.all[count]?.list.count ?? Infinity) * READ_ALONG <= postings) count++;
    return count;
  }
}
