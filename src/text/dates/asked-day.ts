import { calendarDay } from './calendar-day.js';
import { monthNumber, MONTHS } from './calendar-dates.js';

/** The day at which a question wants the documents to be evaluated, with its span in the question. */
export interface AskedDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

const MONTH = `(${MONTHS.join('|')})`;
/** Markers of a reference day, in contrast to a date that belongs to the rule (`2026년 3월 1일까지`). */
const KOREAN_MARK = String.raw`\s?자?\s?(?:기준(?:으로는|으로|으론|에는|에|엔|의)?|현재|당시(?:에는|에|의)?|시점(?:에서는|에서|으로|에)?)(?![가-힣])`;
const ENGLISH_MARK = String.raw`\b(?:as of|as at|in force on|valid on|in effect on)(?: the)?\s+`;

type Parts = readonly [year: string | undefined, month: string | undefined, date: string | undefined];

const FORMS: readonly { readonly pattern: RegExp; readonly read: (groups: readonly string[]) => Parts }[] = [
  {
    pattern: new RegExp(String.raw`(?<!\d)(\d{4})\s?년\s?(\d{1,2})\s?월\s?(\d{1,2})\s?일${KOREAN_MARK}`, 'u'),
    read: ([year, month, date]) => [year, month, date],
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)(\d{4})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,2})\.?${KOREAN_MARK}`, 'u'),
    read: ([year, month, date]) => [year, month, date],
  },
  {
    pattern: new RegExp(String.raw`${ENGLISH_MARK}(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)`, 'iu'),
    read: ([year, month, date]) => [year, month, date],
  },
  {
    pattern: new RegExp(String.raw`${ENGLISH_MARK}(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\d{4})(?!\d)`, 'iu'),
    read: ([date, month, year]) => [year, numberOf(month), date],
  },
  {
    pattern: new RegExp(String.raw`${ENGLISH_MARK}${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)`, 'iu'),
    read: ([month, date, year]) => [year, numberOf(month), date],
  },
];

const numberOf = (month: string | undefined): string => String(monthNumber(month ?? ''));

/**
 * Returns the reference day of a question: `2025년 9월 1일 기준으로`, `as of 2025-09-01`. Only a complete date with such a marker counts: any
 * other date is part of the question. Undefined if there is none, or if it is not a calendar day.
 */
export function askedDay(text: string): AskedDay | undefined {
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(text);
    const [year = '', month = '', date = ''] = match === null ? [] : read(match.slice(1));
    const day = calendarDay(year, month, date);
    if (match !== null && day !== undefined) return { day, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
