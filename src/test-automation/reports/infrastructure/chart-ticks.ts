/** Marks of an axis that starts at 0. */
export interface Ticks {
  readonly max: number;
  readonly values: readonly number[];
}

/** About this many marks are easy to read. */
const WANTED = 5;
/** Steps that are easy to count by, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * Marks of an axis for counts: whole numbers, evenly spaced, from 0 to the first mark that is not below the highest value.
 * @example roundTicks(29) // { max: 30, values: [0, 10, 20, 30] }
 */
export function roundTicks(highest: number): Ticks {
  const rough = Math.max(1, highest) / WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((each) => each * power >= rough) ?? 10));
  const count = Math.max(1, Math.ceil(highest / step));
  return { max: count * step, values: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
