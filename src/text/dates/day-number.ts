/** Later than every day: a passage without an end is in force for ever. */
export const OPEN_END = 99_999_999;

/** Converts a day, `YYYY-MM-DD`, to a number with the same order. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** First and last day on which a passage is in force; null is open. */
export function daysOf(from: string | null, to: string | null): { readonly from: number; readonly to: number } {
  return { from: from === null ? 0 : dayNumber(from), to: to === null ? OPEN_END : dayNumber(to) };
}
