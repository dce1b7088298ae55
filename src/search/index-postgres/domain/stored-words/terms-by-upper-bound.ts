import { ScoringSegment, ScoredQuestion } from './scoring-segment.js';
import { PostingSource } from './memtable-postings.js';

/** A list with so many times fewer postings than were read is sooner read as well than looked up in. */
const READ_ALONG = 16;

export interface Weighted {
  readonly list: PostingSource;
  /** Weight times k1 + 1. */
  readonly gain: number;
  /** The most that the list adds to a score. */
  readonly bound: number;
}

/** Length norm k1 (1 - b + b length / mean) as a straight line. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
}

/** The lists of a question in one part of the passages. */
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

  /** The most that the lists from one on can add to a score. */
  rest(from: number): number {
    return this.rests[from] ?? 0;
  }

  /** How many lists take in passages that none before held: the others alone do not reach what is needed. */
  taking(needed: number): number {
    let count = 0;
    while (count < this.all.length && this.rest(count) >= needed) count++;
    return count;
  }

  /** Those that take passages in, and those that follow and are short beside them: so many lists are read. */
  read(needed: number): number {
    let count = this.taking(needed);
    const postings = this.all.slice(0, count).reduce((sum, { list }) => sum + list.count, 0);
    while ((this.all[count]?.list.count ?? Infinity) * READ_ALONG <= postings) count++;
    return count;
  }
}
