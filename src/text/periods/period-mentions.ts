import { calendarDay } from '../values/calendar-day.js';
import { MONTHS } from '../values/dates.js';
import { readValues } from '../values/read-values.js';
import { DAY_SECONDS } from '../values/units.js';
import { CalendarDate, isQuantity, Quantity } from '../values/value.js';
import { TextSpan } from '../text-span.js';
import { addDays, partOfYear, Period, periodOf, PeriodUnit, YearPart } from './calendar-period.js';
import { BY_EDITION, NAMED, OFFSETS, PARTS, UNITS } from './period-words.js';

/** A time that a text names. */
export interface PeriodMention extends TextSpan {
  /** Undefined for a time that the editions give, and for a part of any year (`in June`). */
  readonly period: Period | undefined;
  readonly relation: 'previous' | 'earlier' | undefined;
  /** A part of any year: the nearest one on that side of the caller's day. */
  readonly nearest: ((side: 'past' | 'future') => Period) | undefined;
  /** False: the words have other meanings than the change of a rule. */
  readonly isSure: boolean;
  /** For each part of the mention the ways in which a rule may state it itself. */
  readonly wordings: readonly (readonly string[])[];
}

/** What words say before neighbouring pieces are joined: `2025년` and `1학기`, `June` and `last year`. */
interface Said {
  readonly year?: number;
  readonly isAcademic?: boolean;
  readonly part?: YearPart;
  readonly day?: number | undefined;
  readonly period?: Period;
  readonly relation?: (typeof BY_EDITION)[number][0];
  readonly isSure?: boolean;
  /** It is read only next to a year. */
  readonly needsYear?: boolean;
}

interface Piece extends Said, TextSpan {
  readonly wordings: PeriodMention['wordings'];
}

type Groups = Readonly<Record<string, string | undefined>>;
type Reader = (groups: Groups, today: string) => Said | undefined;

const either = (table: readonly (readonly [...unknown[], string])[]): string =>
  table.map((row) => String(row.at(-1))).join('|');
const rowOf = <Row extends readonly [...unknown[], string]>(table: readonly Row[], word: string): Row | undefined =>
  table.find((row) => new RegExp(`^(?:${String(row.at(-1))})$`, 'iu').test(word));

const YEAR = String.raw`(?<!\d)(?<y>(?:1[89]|2[01])\d\d)`;
const WORD_START = '(?<![가-힣A-Za-z])';
const WORD_END = '(?<![A-Za-z](?=[A-Za-z]))';

function ofUnit(unit: PeriodUnit | undefined, offset: number | undefined, today: string): Said | undefined {
  if (unit === undefined || offset === undefined) return undefined;
  const period = periodOf(unit, today, offset);
  // The year of an academic year is that in which it begins.
  if (unit === 'year' || unit === 'academic year')
    return { year: Number(period.from.slice(0, 4)), isAcademic: unit !== 'year' };
  return { period };
}

const month = (n: number): YearPart | undefined => (n >= 1 && n <= 12 ? ['month', n] : undefined);

/** Times without a date of a calendar. Earlier patterns have priority. */
const READERS: readonly (readonly [pattern: string, read: Reader])[] = [
  ...BY_EDITION.map(([relation, isSure, words]): readonly [string, Reader] => [
    `${WORD_START}(?:${words})${WORD_END}`,
    () => ({ relation, isSure }),
  ]),
  [
    // `2025-06` is a month, `2025-26` an academic year.
    String.raw`(?:\b(?:academic|school) year )?${YEAR}[-/–](?<n>\d\d?|20\d\d)(?![\d-]|\s?학기)`,
    ({ y = '', n = '' }) => {
      const part = month(Number(n));
      const period = { from: `${y}-09-01`, to: `${Number(y) + 1}-08-31` };
      return part === undefined ? { period } : { year: Number(y), part };
    },
  ],
  [
    String.raw`\b(?:academic|school) year (?:of )?${YEAR}(?![-/–]\d)`,
    ({ y = '' }) => ({ year: Number(y), isAcademic: true }),
  ],
  [
    String.raw`(?:${YEAR}|(?<!\d)['’]?(?<yy>\d\d))\s?(?<a>학년도|년도|년(?!도|간|차|제|\s?(?:이상|이하|이내|동안|미만|초과|넘)))`,
    ({ y, yy = '', a }, today) => ({
      year: Number(y ?? today.slice(0, 2) + yy),
      isAcademic: a === '학년도',
      needsYear: y === undefined && a === '년',
    }),
  ],
  [
    String.raw`${WORD_START}(?<w>${either(NAMED)})${WORD_END}(?!도에[가-힣])`,
    ({ w = '' }, today) => {
      const [unit, offset] = rowOf(NAMED, w) ?? [];
      return ofUnit(unit, offset, today);
    },
  ],
  [
    String.raw`${WORD_START}(?<o>${either(OFFSETS)})\s?(?<u>${either(UNITS)})${WORD_END}(?!\s?[가-힣]{0,2}간)`,
    ({ o = '', u = '' }, today) => ofUnit(rowOf(UNITS, u)?.[0], rowOf(OFFSETS, o)?.[0], today),
  ],
  [
    String.raw`\bthe (?<u>${either(UNITS)}) before last\b`,
    ({ u = '' }, today) => ofUnit(rowOf(UNITS, u)?.[0], -2, today),
  ],
  [
    String.raw`(?<m>\d{1,2})\s?월(?!간)`,
    ({ m }) => {
      const part = month(Number(m));
      return part === undefined ? undefined : { part };
    },
  ],
  [
    String.raw`(?<![\dA-Za-z가-힣])(?<p>${either(PARTS)})${WORD_END}`,
    ({ p = '' }) => {
      const [unit, n] = rowOf(PARTS, p) ?? [];
      if (unit === undefined || n === undefined) return undefined;
      return { part: [unit, n], needsYear: /^(?:spring|fall|autumn)$/iu.test(p) };
    },
  ],
  [String.raw`${YEAR}(?![\d,.:%]\d|\s?[가-힣%])`, ({ y = '' }) => ({ year: Number(y), isSure: false })],
];
const PATTERNS = READERS.map(([pattern, read]) => [new RegExp(pattern, 'giu'), read] as const);

/** Dates are read with capital letters; `may` and `march` are verbs, too, unless such a word is before them. */
const SMALL_MONTH =
  /(?<!\p{L})(?:jan|feb|apr|jun|jul|aug|sep|oct|nov|dec)|(?<=\b(?:in|of|since|last|next) )(?:may|march)\b/giu;
const BEFORE_VERB = /\b(?:in|of|since|last|next)(?= (?:may|march)\b)/giu;
const inWrittenCase = (text: string): string =>
  text
    .replaceAll(SMALL_MONTH, (word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .replaceAll(BEFORE_VERB, (word) => word.toLowerCase());

/** Years alone have readers of their own: `2025학년도`, `2025-26`. */
function ofDate({ year, month: n, day, isAmbiguous }: CalendarDate, after: string): Said | undefined {
  const part = month(n ?? 0);
  if (part === undefined || isAmbiguous || /^\s?학기/u.test(after)) return undefined;
  return { part, day, ...(year === undefined ? {} : { year }) };
}

const AGO = /^(?:\sterms?)?\s(?:전(?=에|엔|의|\s|$)|(ago\b))/u;
/** Units by dimension and factor of a quantity. */
const AGO_UNITS: Readonly<Record<string, PeriodUnit | undefined>> = {
  'month 12': 'year',
  'month 3': 'quarter',
  'month 1': 'month',
  'semester 1': 'term',
  'term 1': 'term',
  [`time ${7 * DAY_SECONDS}`]: 'week',
  [`time ${DAY_SECONDS}`]: 'day',
};

/** `3년 전`, `two weeks ago` */
function ofQuantity({ dimension, factor, value }: Quantity, ago: RegExpExecArray, today: string): Said | undefined {
  const said = ofUnit(AGO_UNITS[`${dimension} ${factor}`], -Math.round(value / factor), today);
  return said === undefined ? undefined : { ...said, isSure: ago[1] !== undefined };
}

const BEFORE_PART = new RegExp(String.raw`${WORD_START}(${either(OFFSETS)})\s?$`, 'iu');
const LONGEST_OFFSET = 12;

function inYear({ isAcademic = false, part = [isAcademic ? 'academic year' : 'year', 1], day }: Said, year: number) {
  if (day === undefined) return partOfYear(part, year);
  const found = calendarDay(String(year), String(part[1]), String(day));
  return found === undefined ? undefined : { from: found, to: found };
}

/** @param isOver whether it must have ended; otherwise one that has begun counts as past */
function nearestOf(said: Said, today: string, side: 'past' | 'future', isOver = false): Period {
  const year = Number(today.slice(0, 4));
  const years = side === 'past' ? [year, year - 1, year - 2] : [year - 1, year, year + 1];
  const found = years
    .flatMap((one) => inYear(said, one) ?? [])
    .find(({ from, to }) => (side === 'past' ? (isOver ? to : from) < today : to >= today));
  return found ?? { from: today, to: today };
}

/** `지난 6월`, `next spring`: the nearest one before or after today, or the one of this year. */
function placed(said: Said, offset: string, today: string): Said {
  const by = rowOf(OFFSETS, offset)?.[0] ?? 0;
  if (by === 0) return { ...said, year: Number(today.slice(0, 4)), needsYear: false };
  return { period: nearestOf(said, today, by < 0 ? 'past' : 'future', by < 0) };
}

/** What may be between two pieces of one mention: `June of last year`, `2025년의 1학기`, `September 1, 2025`. */
const BETWEEN = /^(?:,?\s?(?:of|in|의)?\s?(?:the\s)?|-)$/iu;

const isYear = ({ year, part }: Said): boolean => year !== undefined && part === undefined;
const isPart = ({ year, part }: Said): boolean => year === undefined && part !== undefined;

function joinable(a: Piece, b: Piece, text: string): boolean {
  return ((isYear(a) && isPart(b)) || (isPart(a) && isYear(b))) && BETWEEN.test(text.slice(a.end, b.start));
}

function wordingsOf({ year, part }: Said, written: string): string[][] {
  const [unit, n = 1] = part ?? [];
  const parts =
    unit === 'month' ? [[`${n}월`, `${n} 월`, MONTHS[n - 1] ?? written]] : unit === undefined ? [] : [[written]];
  if (year !== undefined) parts.unshift([/\d/u.test(written) && !/전$|ago$/u.test(written) ? String(year) : written]);
  return parts.length === 0 ? [[written]] : parts;
}

/** A question has few times; more are a text that would take too long. */
const MOST_PIECES = 40;

function piecesOf(text: string, today: string): Piece[] {
  const found: Piece[] = [];
  const add = (start: number, end: number, read: () => Said | undefined): void => {
    if (found.length >= MOST_PIECES || found.some((one) => one.start < end && start < one.end)) return;
    const said = read();
    if (said === undefined) return;
    const offset = isPart(said) ? BEFORE_PART.exec(text.slice(Math.max(0, start - LONGEST_OFFSET), start)) : null;
    const from = start - (offset?.[0].length ?? 0);
    const whole = offset === null ? said : placed(said, offset[1] ?? '', today);
    const written = text.slice(from, end).trim().toLowerCase();
    found.push({ ...whole, start: from, end, wordings: wordingsOf(whole, written) });
  };
  for (const value of readValues(inWrittenCase(text))) {
    const after = text.slice(value.end, value.end + LONGEST_OFFSET);
    const ago = AGO.exec(after);
    if (value.kind === 'date') add(value.start, value.end, () => ofDate(value, after));
    else if (isQuantity(value) && ago !== null)
      add(value.start, value.end + ago[0].length, () => ofQuantity(value, ago, today));
  }
  for (const [pattern, read] of PATTERNS)
    for (const match of text.matchAll(pattern))
      add(match.index, match.index + match[0].length, () => read(match.groups ?? {}, today));
  return found.sort((a, b) => a.start - b.start);
}

function mentionOf(piece: Piece, today: string): PeriodMention[] {
  const { start, end, year, part, relation, needsYear = false, wordings, isSure = true } = piece;
  const base = { start, end, wordings, isSure, relation: undefined, nearest: undefined, period: undefined };
  if (relation === 'previous' || relation === 'earlier') return [{ ...base, relation }];
  if (relation === 'now') return [{ ...base, period: { from: today, to: today } }];
  if (relation === 'later') return [{ ...base, period: { from: addDays(today, 1), to: null } }];
  if (piece.period !== undefined) return [{ ...base, period: piece.period }];
  if (year !== undefined) {
    const period = inYear(piece, year);
    return period === undefined ? [] : [{ ...base, isSure: isSure || part !== undefined, period }];
  }
  if (needsYear || piece.day !== undefined) return [];
  return [{ ...base, nearest: (side) => nearestOf(piece, today, side) }];
}

/**
 * The times that a text names, in order, without overlap: absolute ones (`2025학년도 1학기`, `June 2025`), ones relative to the caller's day
 * (`지난달`, `Q2 of last year`), ones relative to a change (`개정 전`, `the old rules`), and parts of any year (`in June`).
 * @param today the caller's day, `YYYY-MM-DD`
 * @example periodMentions('작년 2학기에는 며칠이었나요?', '2026-05-01')[0]?.period // { from: '2025-09-01', to: '2026-02-28' }
 */
export function periodMentions(text: string, today: string): PeriodMention[] {
  const joined: Piece[] = [];
  for (const piece of piecesOf(text, today)) {
    const last = joined.at(-1);
    if (last === undefined || !joinable(last, piece, text)) joined.push(piece);
    else {
      const wordings = [...last.wordings, ...piece.wordings];
      joined[joined.length - 1] = { ...last, ...piece, start: last.start, isSure: true, needsYear: false, wordings };
    }
  }
  return joined.flatMap((piece) => mentionOf(piece, today));
}
