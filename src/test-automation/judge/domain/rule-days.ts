import { CalendarDate } from '../../../text/values/value.js';
import { DAY_SECONDS } from '../../../text/values/units.js';
import { Value } from './values.js';

/** A day that a rule gives for a day of the question, as days from 1970. */
export interface RuleDay {
  readonly day: number;
  /** Whether the year of the question is known; otherwise any year counts. */
  readonly hasYear: boolean;
  /** A month may be counted with its first day or without it. */
  readonly tolerance: number;
}

const COMMON_YEAR = 2025;
const LEAP_YEAR = 2024;
const numberOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / (1000 * DAY_SECONDS);

/** The same day some months later or earlier; the last of the month if there is none. */
function monthsFrom(year: number, month: number, day: number, months: number): number {
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return numberOf(year, month + months, Math.min(day, last));
}

/** Days that a term gives for the days of a question. @param backward whether the term ends on the day of the question */
export function daysOfRule(term: Value, starts: readonly CalendarDate[], backward: boolean): RuleDay[] {
  const sign = backward ? -1 : 1;
  const strict = term.bound === 'below' ? -sign : term.bound === 'above' ? sign : 0;
  return starts.flatMap(({ year, month, day }) => {
    if (month === undefined || day === undefined) return [];
    const years = year === undefined ? [COMMON_YEAR, LEAP_YEAR] : [year];
    return years.flatMap((one): RuleDay[] => {
      const hasYear = year !== undefined;
      if (term.dimension === 'month' && Number.isInteger(term.value))
        return [{ day: monthsFrom(one, month, day, sign * term.value), hasYear, tolerance: 1 }];
      const days = term.value / DAY_SECONDS;
      if (term.dimension !== 'time' || days < 1 || !Number.isInteger(days)) return [];
      return [{ day: numberOf(one, month, day) + sign * days + strict, hasYear, tolerance: 0 }];
    });
  });
}

/** Whether a date is a day that a rule gives. */
export function isDayOf(
  { day: wanted, hasYear, tolerance }: RuleDay,
  { year, month, day }: { readonly year?: number | undefined; readonly month: number; readonly day: number },
): boolean {
  const own = new Date(wanted * 1000 * DAY_SECONDS).getUTCFullYear();
  const years = hasYear && year !== undefined ? [year] : [own - 1, own, own + 1];
  return years.some((one) => Math.abs(numberOf(one, month, day) - wanted) <= tolerance);
}

/** Whether the passages count backwards from a day: `30일 이전`, `in advance`. */
export const isBackward = (gold: readonly string[]): boolean =>
  gold.some((text) => /전(?:에|까지|일|으로| )|이전|before|prior|in advance/iu.test(text)) &&
  !gold.some((text) => /후|부터|after|from|받은|이내/iu.test(text));
