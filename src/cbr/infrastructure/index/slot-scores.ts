/** Similarities of one question with the cases in all slots. */
export interface SlotScores {
  /** The similarity of a slot, exact. */
  of(slot: number): number;
  /**
   * The first slot in `[from, end)` that may reach the threshold; `end` when none may. It may stop at a slot that does not, and never
   * passes one that does. A tight loop over columns: it is what a suggestion spends its time on.
   */
  next(from: number, end: number, threshold: number): number;
}

/** Bounds are loosened by this, so that rounding never hides a slot. */
export const SLACK = 1 - 1e-9;

/** Similarities without a bound: every slot is looked at. */
export function unbounded(of: (slot: number) => number): SlotScores {
  return { of, next: (from) => from };
}
