import { overlap, TextSpan } from '../text-span.js';
import { Bound, boundOf } from '../quantities/bounds.js';

/** English names of the months, lower case, in order. */
export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the month (1 to 12) of an English name or abbreviation, by its first three letters; 0 if there is none. */
export function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3) === start) + 1;
}

/** A date, with the parts that a text contains. */
export interface CalendarDate extends TextSpan {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
  readonly bound: Bound;
}

const MONTH_NAME =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)';
/** Each pattern names its parts y, m, d; m may be the name of a month. Earlier patterns have priority. */
const PATTERNS: readonly RegExp[] = [
  /(?<y>\d{4})\s?년\s?(?<m>\d{1,2})\s?월(?:\s?(?<d>\d{1,2})\s?일)?(?!간)/gu,
  /(?<!\d)(?<m>\d{1,2})\s?월\s?(?<d>\d{1,2})\s?일(?!간)/gu,
  /(?<![\d.])(?<y>\d{4})\s?\.\s?(?<m>\d{1,2})(?:\s?\.\s?(?<d>\d{1,2}))?\.?(?![\d.])/gu,
  /(?<![\d-])(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?!\d)/gu,
  /(?<![\d/])(?<y>\d{4})\/(?<m>\d{1,2})\/(?<d>\d{1,2})(?!\d)/gu,
  new RegExp(String.raw`\b(?<m>${MONTH_NAME})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?(?!\d|:)(?:,?\s+(?<y>\d{4}))?`, 'gu'),
  new RegExp(
    String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<m>${MONTH_NAME})\b\.?(?:,?\s+(?<y>\d{4}))?`,
    'gu',
  ),
  new RegExp(String.raw`\b(?<m>${MONTH_NAME})\.?,?\s+(?:of\s+)?(?<y>\d{4})\b`, 'gu'),
  /(?<!\d)(?<y>(?:1[5-9]|20)\d\d)\s?(?:년(?!간)|학년도)/gu,
  // `2018–19`: the first year
  /(?<![\d.-])(?<y>(?:1[5-9]|20)\d\d)[–/-](?:\d\d|20\d\d)(?![\d-])/gu,
  /(?<![\d.,$€£#:-])(?<y>(?:1[5-9]|20)\d\d)(?![\d:%]|,\d|\.\d|\s?(?:[가-힣]|people|students|members|copies))/gu,
  /\b(?<m>January|February|April|June|July|August|September|October|November|December)\b/gu,
];

function monthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d/u.test(text) ? Number(text) : monthNumber(text);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Returns the dates of a text in order, without overlap. */
export function calendarDates(text: string): CalendarDate[] {
  if (!/\d|January|February|April|June|July|August|September|October|November|December/u.test(text)) return [];
  const found: CalendarDate[] = [];
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((date) => overlap(date, { start, end }))) continue;
      const { y, m, d } = match.groups ?? {};
      const month = monthOf(m);
      const day = numberOf(d);
      if ((month ?? 1) > 12 || (day ?? 1) > 31) continue;
      found.push({ start, end, year: numberOf(y), month, day, bound: boundOf(text, start, end) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Result of comparing two dates: the common parts agree, a part differs, or there are no common parts. */
export function compareDates(
  claim: CalendarDate,
  evidence: CalendarDate,
): 'same' | 'partly' | 'different' | 'unrelated' {
  const parts = [
    [claim.year, evidence.year],
    [claim.month, evidence.month],
    [claim.day, evidence.day],
  ] as const;
  const shared = parts.filter(([a, b]) => a !== undefined && b !== undefined);
  if (shared.length === 0) return 'unrelated';
  if (shared.some(([a, b]) => a !== b)) return 'different';
  return parts.every(([a, b]) => a === undefined || b !== undefined) ? 'same' : 'partly';
}
