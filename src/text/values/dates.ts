import { unitOf } from './units.js';
import { CalendarDate, Found, TakenSpans } from './value.js';

/** English names of the months, lower case, in order. */
export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the month (1 to 12) of an English name or abbreviation, by its first three letters; 0 if there is none. */
export function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3) === start) + 1;
}

const DAY_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
const MONTH_NAME =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)';
const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?(?![\d:]|\.\d)|${[...DAY_WORDS].reverse().join('|')})`;
const YEAR = String.raw`(?:,?\s(?:of\s)?(?<y>\d{4})(?![\d:]))?`;
const WEEKDAY_NAME = '(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)';

/** Each pattern names its parts y, m, d; m may be the name of a month. Earlier patterns have priority. */
const PATTERNS: readonly RegExp[] = [
  /(?<!\d)(?<y>\d{4})\s?년\s?(?<m>\d{1,2})\s?월(?:\s?(?<d>\d{1,2})\s?일)?(?!간)/gu,
  /(?<!\d)['‘’]?(?<y>\d{2})\s?년\s?(?<m>\d{1,2})\s?월(?:\s?(?<d>\d{1,2})\s?일)?(?!간)/gu,
  /(?<!\d)(?<m>\d{1,2})\s?월\s?(?<d>\d{1,2})\s?일(?!간)/gu,
  /(?<![\d.])(?<y>(?:1[5-9]|2\d)\d\d)\s?\.\s?(?<m>\d{1,2})(?:\s?\.\s?(?<d>\d{1,2}))?(?![\d:])(?:\.(?![A-Za-z]))?(?!\d)/gu,
  /(?<![\d-])(?<y>\d{4})[-‐‑–_](?<m>\d{1,2})[-‐‑–_](?<d>\d{1,2})(?!\d)/gu,
  /(?<![\d/])(?<y>\d{4})\/(?<m>\d{1,2})\/(?<d>\d{1,2})(?!\d)/gu,
  /['‘’](?<y>\d{2})\s?[./-]\s?(?<m>\d{1,2})\s?[./-]\s?(?<d>\d{1,2})(?!\d)\.?/gu,
  /(?<![\d/.-])(?<a>\d{1,2})[/.-](?<b>\d{1,2})[/.-](?<y>(?:19|20)\d\d)(?![\d/-])/gu,
  /(?<!\d)(?<y>(?:19|20)\d\d)(?<m>[01]\d)(?<d>[0-3]\d)(?![\d.,]\d|\d)/gu,
  new RegExp(String.raw`\b(?<m>${MONTH_NAME})\b\.?\s(?:the\s)?(?<d>${DAY})${YEAR}`, 'gu'),
  new RegExp(
    String.raw`\b(?<d>${DAY})[\s-](?:day\s)?(?:of\s)?(?<m>${MONTH_NAME})\b\.?(?:(?:,?\s(?:of\s)?|-)(?<y>\d{4})(?!\d))?`,
    'gu',
  ),
  new RegExp(String.raw`\b(?<m>${MONTH_NAME})\b\.?,?\s(?:of\s)?(?<y>\d{4})(?![\d:])`, 'gu'),
  /(?<!\d)(?<y>(?:1[5-9]|20)\d\d)\s?(?:년(?!간)|학년도)/gu,
  // `2018–19`: the first year
  /(?<![\d.-])(?<y>(?:1[5-9]|20)\d\d)[–/-](?:\d\d|20\d\d)(?![\d-])/gu,
  /(?<![\p{L}\d.,$€£₩#:/-])(?<bare>(?:1[5-9]|20)\d\d)(?![\d:%]|,\d|\.\d|-[A-Z\d]|\s?(?:[가-힣]|people|students|members|copies))/gu,
  // `may` and `march` are verbs as well: as months alone they need a preposition before them.
  /\b(?:in|of|since|until|till|by|from|during|before|after|early|late|mid|next|last|this|every|each)[\s-](?<m>May|March)\b(?!\s(?:be|not|I|we|you)\b)/gu,
  /\b(?<m>January|February|April|June|July|August|September|October|November|December)\b/gu,
];
const TRIGGER =
  /\d|(?:March|May|January|February|April|June|July|August|September|October|November|December)\b|MAY|MARCH/u;
const KOREAN_WEEKDAYS = '월화수목금토일';
/** `(목)`, `목요일` after a date. */
const WEEKDAY_AFTER = new RegExp(
  String.raw`^,?\s?(?:\(\s?(?:([월화수목금토일])(?:요일)?|(${WEEKDAY_NAME})[a-z]{0,6}\.?)\s?\)|([월화수목금토일])요일|(${WEEKDAY_NAME})(?:[a-z]{0,6}day)?\b)`,
  'u',
);
const WEEKDAY_BEFORE = new RegExp(String.raw`\b(${WEEKDAY_NAME})(?:[a-z]{0,6}day)?\.?,?\s(?:the\s)?$`, 'u');

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function monthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d/u.test(text) ? Number(text) : monthNumber(text);
}

function dayOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d/u.test(text) ? parseInt(text, 10) : DAY_WORDS.indexOf(text) + 1;
}

/** `26` is 2026. */
function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function weekdayOf(name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const korean = KOREAN_WEEKDAYS.indexOf(name);
  return korean < 0 ? 'montuewedthufrisatsun'.indexOf(name.slice(0, 3).toLowerCase()) / 3 + 1 : korean + 1;
}

type Parts = Pick<CalendarDate, 'year' | 'month' | 'day' | 'isAmbiguous'>;

function partsOf(groups: Readonly<Record<string, string | undefined>>): Parts {
  const { bare, y = bare, m, d, a, b } = groups;
  const year = yearOf(y);
  if (a === undefined || b === undefined) return { year, month: monthOf(m), day: dayOf(d), isAmbiguous: false };
  const [first, second] = [Number(a), Number(b)];
  return first > 12
    ? { year, month: second, day: first, isAmbiguous: false }
    : { year, month: first, day: second, isAmbiguous: second <= 12 && first !== second };
}

function exists({ year, month, day }: Parts): boolean {
  if (month !== undefined && (month < 1 || month > 12)) return false;
  if (day === undefined) return true;
  const last =
    month === 2 && year !== undefined && new Date(Date.UTC(year, 1, 29)).getUTCMonth() > 1
      ? 28
      : DAYS[(month ?? 1) - 1];
  return day >= 1 && day <= (last ?? 31);
}

/** Reads the dates of a text that no other value has taken. A weekday next to a date belongs to it. */
export function readDates(text: string, taken: TakenSpans): Found<CalendarDate>[] {
  if (!TRIGGER.test(text)) return [];
  const found: Found<CalendarDate>[] = [];
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const { 0: raw, index } = match;
      const groups: Readonly<Record<string, string | undefined>> = match.groups ?? {};
      const parts = partsOf(groups);
      const end = index + raw.length;
      if (!exists(parts) || (groups['bare'] !== undefined && !unitOf(text, index, end).free)) continue;
      // A preposition in the pattern is not part of the date.
      const named = /^[a-z]/u.test(raw) && groups['d'] === undefined ? raw.indexOf(groups['m'] ?? '') : 0;
      const hasDay = parts.day !== undefined;
      const after = hasDay ? WEEKDAY_AFTER.exec(text.slice(end, end + 16)) : null;
      const before = hasDay && after === null ? WEEKDAY_BEFORE.exec(text.slice(Math.max(0, index - 16), index)) : null;
      const weekday = weekdayOf(after?.slice(1).find(Boolean) ?? before?.[1]);
      const span = { start: index + named - (before?.[0].length ?? 0), end: end + (after?.[0].length ?? 0) };
      if (taken.take(span)) found.push({ kind: 'date', ...span, ...parts, weekday });
    }
  }
  return found;
}
