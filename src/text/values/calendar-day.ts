const DAY_MS = 86_400_000;

const FORM = /^\d{4}-\d{2}-\d{2}$/u;

/** Whether a value is an existing calendar day, `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !FORM.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/**
 * Returns the day `YYYY-MM-DD` from the digits of its parts; undefined if the day does not exist.
 * @example calendarDay('2026', '3', '1') // '2026-03-01'
 */
export function calendarDay(year: string, month: string, date: string): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isCalendarDay(day) ? day : undefined;
}

/** @param day `YYYY-MM-DD` */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

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
