import { Uint32Column } from '../../../search/domain/column.js';
import { lengthLikeness } from '../../domain/similarity.js';

/** Similarities of one question with the cases in all slots. */
export interface SlotScores {
  /** The exact similarity of a slot. */
  of(slot: number): number;
  /**
   * The first slot in `[from, end)` that may reach the threshold; `end` if none may. It may return a slot that does not
   * reach it, but never skips one that does. A tight loop over columns: most of the time of a suggestion.
   */
  next(from: number, end: number, threshold: number): number;
}

/** Bounds are loosened by this, so that rounding never hides a slot. */
export const SLACK = 1 - 1e-9;

/** Similarities without a bound: every slot is evaluated. */
export function unbounded(of: (slot: number) => number): SlotScores {
  return { of, next: (from) => from };
}

/** Similarity of lengths: reaches `t` for lengths from `t` times to `1/t` times the question's length. */
export function lengthScores(length: number, lengths: Uint32Column): SlotScores {
  return {
    of: (slot) => lengthLikeness(length, lengths.at(slot)),
    next(from, end, threshold) {
      if (threshold <= 0) return from;
      const least = length * threshold - 1;
      const most = length / threshold + 1;
      const { values } = lengths;
      for (let slot = from; slot < end; slot++) {
        const other = values[slot] ?? 0;
        if (other >= least && other <= most) return slot;
      }
      return end;
    },
  };
}
