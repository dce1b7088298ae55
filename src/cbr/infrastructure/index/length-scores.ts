import { Uint32Column } from '../../../search/domain/column.js';
import { lengthLikeness } from '../../domain/similarity.js';
import { SlotScores } from './slot-scores.js';

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
