import { Bound, boundOf } from '../../../text/quantities/bounds.js';
import { CalendarDate } from '../../../text/dates/calendar-dates.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Quantity } from '../../../text/quantities/quantities.js';
import { hasHangul } from '../../../text/language.js';
import { overlap, TextSpan } from '../../../text/text-span.js';
import { clockHour, timeUnit, unitBehind } from '../../../text/quantities/clock-and-units.js';
import { DAY_SECONDS } from '../../../text/quantities/units.js';
import { KOREAN_ONES, KOREAN_TENS, numbered } from '../../../text/quantities/numerals.js';

/** A number of a text with its unit, comparable across Korean and English. */
export interface Value extends TextSpan {
  /** In the base unit of its dimension. */
  readonly value: number;
  /** As written. */
  readonly written: number;
  readonly dimension: string;
  /** `unit`: of a fixed measure; `count`: of countable things; `bare`: without a unit. */
  readonly kind: 'unit' | 'count' | 'bare';
  /** The counter is in the tables, and not just any word after the number. */
  readonly known: boolean;
  readonly bound: Bound;
  readonly korean: boolean;
  readonly approximate: boolean;
  /** An idiom (`one of them`), or an ordinal. */
  readonly soft: boolean;
  /** `not 60 days`, `60일이 아니라`. */
  readonly denied: boolean;
}

/** Dimensions with the same measures in both languages: these never equal a count. */
const MEASURES = new Set(['time', 'month', 'ratio', 'won', 'dollar', 'euro', 'yen', 'pound', 'metre', 'gram', 'byte']);
const UNITS = new Set([
  ...MEASURES,
  'clock',
  'semester',
  'credit',
  'grade',
  'calendar month',
  'square metre',
  'point',
  'fold',
  'class',
]);
/** Countable things in English, by the Korean counters. */
const ENGLISH_DIMENSIONS: Readonly<Record<string, string>> = {
  semester: 'semester',
  term: 'semester',
  credit: 'credit',
  course: 'subject',
  subject: 'subject',
  member: 'person',
  examiner: 'person',
  reviewer: 'person',
  student: 'person',
  employee: 'person',
  volunteer: 'person',
  occasion: 'times',
  book: 'volume',
  fold: 'fold',
  step: 'step',
};
const DENIED_BEHIND = /^[가-힣]{0,3}(?:이|가|은|는|까지는)?\s?(?:아니|아닌|아닙)/u;
const DENIED_BEFORE = /(?:\bnot (?:for |just |only |in |after |within )?|\brather than |n['’]t )(?:the )?$/iu;
const LIMIT_OF_NOT = /^\s?(?:more|less|fewer|later|longer)/iu;
const HALF_MORE = /^\s?반(?=[\s,.)이은의까가을를만]|$)/u;

/** Words after a number that name nothing: `3.00 이상`, `2을`. */
const NO_THING =
  /^(?:이상|이하|이내|초과|미만|이후|이전|이고|이며|이면|이라|입니|이|가|을|를|은|는|의|에|로|와|과|도|만|까지|부터|까|부|인)$/u;
/** `1년이 지나기 전`: within the term, not before it. */
export const RUNS_OUT_AFTER = /^\s?(?:이|가|을|를)?\s?(?:경과|지나|넘)(?:하|가)?기\s?전/u;
const RUNS_OUT_ENGLISH = /\bbefore\s+(?:the\s+)?(?:first\s+)?$/iu;

/** The comparator of a number or phrase. @param end offset after its unit */
export function limitAt(text: string, start: number, end: number): Bound {
  if (RUNS_OUT_AFTER.test(text.slice(end, end + 14))) return 'before';
  if (RUNS_OUT_ENGLISH.test(text.slice(Math.max(0, start - 20), start))) return 'before';
  return boundOf(text, start, end);
}

/** `carry over five days`: no limit. */
const CARRIES_OVER = /\b(?:roll|rolls|rolled|carry|carries|carried|hand|take|turn|left)\s+over\s*$/iu;
function kindOf({ dimension, free }: Quantity): Value['kind'] {
  if (dimension === '' || NO_THING.test(dimension)) return 'bare';
  return !free && UNITS.has(dimension) ? 'unit' : 'count';
}

function toValue(quantity: Quantity, text: string): Value {
  const { start, end, value, factor, bound, approximate, soft, dimension, free } = quantity;
  const half = HALF_MORE.test(text.slice(end, end + 4)) && dimension === 'month' ? 0.5 * factor : 0;
  const name = ENGLISH_DIMENSIONS[dimension.replace(/ in order$/u, '')] ?? dimension;
  const asUnit = name !== dimension && UNITS.has(name);
  const isOver = bound === 'above' && CARRIES_OVER.test(text.slice(Math.max(0, start - 16), start));
  const common = {
    start,
    bound: isOver ? ('exact' as const) : bound === 'exact' || bound === 'after' ? limitAt(text, start, end) : bound,
    korean: hasHangul(text.slice(start, end + 6)),
    approximate,
    soft,
    denied:
      DENIED_BEHIND.test(text.slice(end, end + 12)) ||
      (DENIED_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && !LIMIT_OF_NOT.test(text.slice(start))),
  };
  const hour = clockHour(quantity, text);
  if (hour !== undefined)
    return { ...common, end, value: hour, written: hour, dimension: 'clock', kind: 'unit', known: true };
  const behind = unitBehind({ free, start, end, written: value / factor, counted: dimension }, text);
  if (behind !== undefined) return { ...common, ...behind, kind: 'unit', known: true };
  return {
    ...common,
    end,
    value: value + half,
    written: (value + half) / factor,
    dimension: name,
    kind: asUnit ? 'unit' : kindOf(quantity),
    known: !free || name !== dimension,
  };
}

/** Terms in one word: days in Korean, and `half a year`, `an hour`, `a fortnight`. */
const DAYS: Readonly<Record<string, number>> = {
  하루: 1, 일주일: 7, 이주일: 14, 이틀: 2, 사흘: 3, 나흘: 4, 닷새: 5, 엿새: 6, 이레: 7, 여드레: 8, 아흐레: 9, 열흘: 10,
  열하루: 11, 열이틀: 12, 열사흘: 13, 열나흘: 14, 열닷새: 15, 보름: 15, 스무날: 20,
}; // prettier-ignore
const KOREAN_TERM = new RegExp(`(?<![가-힣])(?:${Object.keys(DAYS).sort((a, b) => b.length - a.length).join('|')}|반년|반나절)`, 'gu'); // prettier-ignore
/** `일주일에 한 번`: how often. */
const A_TIME = /^에\s?(?:한|두|세|네|몇|\d)/u;
const ENGLISH_TERM = /\b(half\s+)?(an?)\s+(second|minute|hour|day|week|fortnight|month|quarter|year|decade)\b/giu;
const TENS = numbered(KOREAN_TENS, 10);
const ONES = numbered(KOREAN_ONES);
const COUNTERS: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  살: ['age', 1],
  명: ['person', 1],
  사람: ['person', 1],
  개: ['item', 1],
  번: ['times', 1],
  권: ['volume', 1],
  과목: ['subject', 1],
  시간: ['time', 3600],
  시: ['clock', 1],
  달: ['month', 1],
  주: ['time', 7 * DAY_SECONDS],
  해: ['month', 12],
};
/** `열아홉 살`, `스물다섯 명`. */
const NATIVE_COUNT = new RegExp(`(?<![가-힣])(${Object.keys(TENS).join('|')})(${Object.keys(ONES).join('|')})\\s?(${Object.keys(COUNTERS).sort((a, b) => b.length - a.length).join('|')})`, 'gu'); // prettier-ignore
/** `밤 열 시`. */
const NATIVE_HOURS: Readonly<Record<string, number>> = { ...ONES, 열: 10, 열한: 11, 열두: 12 };
const NATIVE_HOUR = new RegExp(`(?<![가-힣])(${Object.keys(NATIVE_HOURS).sort((a, b) => b.length - a.length).join('|')})\\s?시(?=$|\\s|까지|부터|에|로|경|쯤|정각|반|[,.~]|이[에후전고며])`, 'gu'); // prettier-ignore

function nativeHours(text: string): Value[] {
  return [...text.matchAll(NATIVE_HOUR)].map((match) => {
    const [raw, word = ''] = match;
    const [start, end] = [match.index, match.index + raw.length];
    const hour = clockHour({ dimension: 'clock', value: NATIVE_HOURS[word] ?? 0, start }, text) ?? 0;
    return { ...named(text, start, end, 'clock', hour, false), written: hour };
  });
}

const NATIVE_ORDERS: Readonly<Record<string, number>> = { 첫: 1, 둘: 2, 두: 2, 셋: 3, 세: 3, 넷: 4, 네: 4 };
const NATIVE_ORDER = /(?<![가-힣])(?:(첫)\s?(?:번째|째)?(?=\s)|(둘|셋|넷)째|(두|세|네)\s?번째)/gu;

function nativeCounts(text: string): Value[] {
  const base = { known: true, korean: true, approximate: false, denied: false } as const;
  const counts = [...text.matchAll(NATIVE_COUNT)].map((match) => {
    const [raw, tens = '', ones = '', counter = ''] = match;
    const [dimension, factor] = COUNTERS[counter] ?? ['', 1];
    const written = (TENS[tens] ?? 0) + (ONES[ones] ?? 0);
    const end = match.index + raw.length;
    const kind = UNITS.has(dimension) ? ('unit' as const) : ('count' as const);
    const bound = limitAt(text, match.index, end);
    return { ...base, start: match.index, end, value: written * factor, written, dimension, kind, bound, soft: false };
  });
  const orders = [...text.matchAll(NATIVE_ORDER)].map((match) => {
    const order = NATIVE_ORDERS[match[1] ?? match[2] ?? match[3] ?? ''] ?? 0;
    const end = match.index + match[0].length;
    const kind = 'count' as const;
    return {
      ...base,
      start: match.index,
      end,
      value: order,
      written: order,
      dimension: 'in order',
      kind,
      bound: 'exact' as const,
      soft: true,
    };
  });
  return [...counts, ...orders];
}

function named(text: string, start: number, end: number, dimension: string, value: number, soft: boolean): Value {
  const bound = limitAt(text, start, end);
  const denied = DENIED_BEHIND.test(text.slice(end, end + 12));
  const written = dimension === 'time' ? value / DAY_SECONDS : value;
  return {
    start,
    end,
    value,
    written,
    dimension,
    kind: 'unit',
    known: true,
    bound,
    korean: hasHangul(text.slice(start, end)),
    approximate: false,
    soft,
    denied,
  };
}

function namedTerms(text: string): Value[] {
  const found = [...text.matchAll(KOREAN_TERM)].map((match) => {
    const [word] = match;
    const days = DAYS[word];
    const end = match.index + word.length;
    const isRate = word === '하루' || A_TIME.test(text.slice(end, end + 6));
    if (days !== undefined) return named(text, match.index, end, 'time', days * DAY_SECONDS, isRate);
    return named(text, match.index, end, word === '반년' ? 'month' : 'time', word === '반년' ? 6 : 6 * 3600, false);
  });
  const english = [...text.matchAll(ENGLISH_TERM)].map((match) => {
    const { dimension, factor } = timeUnit(match[3] ?? '') ?? { dimension: 'time', factor: 0 };
    const half = match[1] === undefined ? 1 : 0.5;
    // `$3 an hour`, `a day` in passing: its place decides whether it counts one.
    return named(text, match.index, match.index + match[0].length, dimension, factor * half, half === 1);
  });
  return [...found, ...english];
}

/** The numbers of a sentence, in order, with their offsets. Dates and numbers of provisions do not count. */
export function valuesOf(sentence: string): Value[] {
  const values = new ClauseReading(sentence).quantities.map((quantity) => toValue(quantity, sentence));
  const terms = [...nativeCounts(sentence), ...nativeHours(sentence), ...namedTerms(sentence)];
  const others = values.filter((v) => !terms.some((term) => overlap(v, term)));
  return [...others, ...terms].sort((a, b) => a.start - b.start);
}

export function datesOf(sentence: string): readonly CalendarDate[] {
  return new ClauseReading(sentence).dates;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** `3명` is not `3회`; an unknown counter may be either. */
const isSameCount = (a: Value, b: Value): boolean =>
  !a.known ||
  !b.known ||
  [a, b].every(({ dimension }) => dimension === 'person' || dimension === 'item') ||
  [a, b].some(({ dimension }) => dimension === 'in order');

/** Whether two numbers may count the same thing: `3인` and `three examiners` do, `14일` and `14 weeks` do not. */
export function isComparable(a: Value, b: Value): boolean {
  if (a.kind === 'bare' || b.kind === 'bare') return true;
  if (a.kind === 'unit' && b.kind === 'unit') return a.dimension === b.dimension;
  if (MEASURES.has(a.dimension) !== MEASURES.has(b.dimension) && [a, b].every(({ dimension }) => dimension !== ''))
    return false;
  // A counter of one language only, or a word that is in no table, is compared by the number alone.
  return (
    a.dimension === b.dimension ||
    a.korean !== b.korean ||
    (a.kind === 'count' && b.kind === 'count' && isSameCount(a, b))
  );
}

/** Whether two numbers count the same thing and are equal. */
export function isSameValue(a: Value, b: Value): boolean {
  if (!isComparable(a, b)) return false;
  return a.dimension === b.dimension && a.kind === 'unit' ? near(a.value, b.value) : near(a.written, b.written);
}
