import { memoize } from '../../../text/memoize.js';
import { clauseReading } from '../../../text/clauses/clause-reading.js';
import { hasHangul } from '../../../text/language.js';
import { overlap, TextSpan } from '../../../text/text-span.js';
import { Bound, boundOf } from '../../../text/values/bounds.js';
import { compareValues, coversParts } from '../../../text/values/compare-values.js';
import { readValues } from '../../../text/values/read-values.js';
import { DAY_SECONDS } from '../../../text/values/units.js';
import { CalendarDate, isQuantity, Quantity, Value as ReadValue } from '../../../text/values/value.js';

/** A value of a sentence, as the judge compares it and calculates with it. */
export interface Value extends TextSpan {
  readonly read: ReadValue;
  /** In the base unit of its dimension, hours for a clock time; NaN for a name or a date. */
  readonly value: number;
  /** As written. */
  readonly written: number;
  readonly dimension: string;
  /** `unit`: of a fixed measure; `count`: of countable things; `bare`: without a unit; `name`: a code, a version or a date. */
  readonly kind: 'unit' | 'count' | 'bare' | 'name';
  readonly bound: Bound;
  readonly korean: boolean;
  readonly approximate: boolean;
  /** An idiom (`one of them`), an ordinal, or a position (`Step 2`). */
  readonly soft: boolean;
  /** `not 60 days`, `60일이 아니라`. */
  readonly denied: boolean;
}

const DENIED_BEHIND = /^[가-힣]{0,3}(?:이|가|은|는|까지는)?\s?(?:아니|아닌|아닙)/u;
const DENIED_BEFORE = /(?:\bnot (?:for |just |only |in |after |within )?|\brather than |n['’]t )(?:the )?$/iu;
const LIMIT_OF_NOT = /^\s?(?:more|less|fewer|later|longer)/iu;
/** Words after a number that name nothing: `3.00 이상`, `2을`. */
const NO_THING =
  /^(?:이상|이하|이내|초과|미만|이후|이전|이고|이며|이면|이라|입니|이|가|을|를|은|는|의|에|로|와|과|도|만|까지|부터|까|부|인)$/u;
/** `1년이 지나기 전`: within the term, not before it. */
export const RUNS_OUT_AFTER = /^\s?(?:이|가|을|를)?\s?(?:경과|지나|넘)(?:하|가)?기\s?전/u;
const RUNS_OUT_ENGLISH = /\bbefore\s+(?:the\s+)?(?:first\s+)?$/iu;
/** `carry over five days`: no limit. */
const CARRIES_OVER = /\b(?:roll|rolls|rolled|carry|carries|carried|hand|take|turn|left)\s+over\s*$/iu;
/** `일주일에 한 번`: how often. */
const A_TIME = /^에\s?(?:한|두|세|네|몇|\d)/u;
const POSITIONS = new Set(['section', 'article', 'chapter', 'clause', 'item', 'step', 'table', 'figure', 'number']);
/** Countable things that are a measure of their own. */
const UNITS = new Set(['semester', 'credit', 'grade', 'calendar month', 'point', 'fold', 'class']);

/** The comparator of a number or phrase. @param end offset after its unit */
export function limitAt(text: string, start: number, end: number): Bound {
  if (RUNS_OUT_AFTER.test(text.slice(end, end + 14))) return 'before';
  const before = text.slice(Math.max(0, start - 20), start);
  if (RUNS_OUT_ENGLISH.test(before)) return 'before';
  const bound = boundOf(text, start, end);
  return bound === 'above' && CARRIES_OVER.test(before) ? 'exact' : bound;
}

type Measured = Pick<Value, 'value' | 'written' | 'dimension' | 'kind' | 'soft'>;

function measured(read: ReadValue, behind: string): Measured {
  if (read.kind === 'time') {
    const hours = read.seconds / 3600;
    return { value: hours, written: hours, dimension: 'clock', kind: 'unit', soft: false };
  }
  if (!isQuantity(read)) {
    const soft = read.kind === 'code' && POSITIONS.has(read.label);
    return { value: Number.NaN, written: Number.NaN, dimension: read.kind, kind: 'name', soft };
  }
  const days = read.dimension === 'working day' ? DAY_SECONDS : 1;
  const { value, factor, dimension } = {
    ...read,
    value: read.value * days,
    factor: read.factor * days,
    dimension: days === 1 ? read.dimension : 'time',
  };
  const isBare = dimension === '' || NO_THING.test(dimension);
  const isUnit = !read.free && (UNITS.has(dimension) || !/^(?:count|ordinal)$/u.test(read.kind));
  const soft = read.soft || (value === factor && A_TIME.test(behind));
  return { value, written: value / factor, dimension, kind: isBare ? 'bare' : isUnit ? 'unit' : 'count', soft };
}

function toValue(read: ReadValue, text: string): Value {
  const { start, end, bound, approximate } = read;
  const behind = text.slice(end, end + 12);
  return {
    ...measured(read, behind),
    read,
    start,
    end,
    bound: bound === 'from' || bound === 'until' ? bound : limitAt(text, start, end),
    korean: hasHangul(text.slice(start, end + 6)),
    approximate,
    denied:
      DENIED_BEHIND.test(behind) ||
      (DENIED_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && !LIMIT_OF_NOT.test(text.slice(start))),
  };
}

const isDate = (read: ReadValue): read is CalendarDate => read.kind === 'date';

/** The name of a form is a place of a text, and a value all the same: `별지 제3호서식`. */
const FORM = /별[표지]|서식|양식/u;

function readAll(sentence: string): readonly ReadValue[] {
  const { values, citations } = clauseReading(sentence);
  if (!FORM.test(sentence)) return values;
  const forms = readValues(sentence, citations).filter(({ kind }) => kind === 'code');
  return [...values.filter((value) => !forms.some((form) => overlap(form, value))), ...forms];
}

/** Sentences whose values are kept. */
const REMEMBERED = 8_000;

/** All values of a sentence, in order, dates among them. Numbers of provisions do not count. */
export const valuesAndDates = (sentence: string): Value[] =>
  readAll(sentence)
    .map((read) => toValue(read, sentence))
    .sort((a, b) => a.start - b.start);

/** The values of a sentence without its dates. */
export const valuesOf = memoize(REMEMBERED, (sentence: string): readonly Value[] =>
  valuesAndDates(sentence).filter(({ read }) => !isDate(read)),
);

export const datesOf = (sentence: string): CalendarDate[] => clauseReading(sentence).values.filter(isDate);

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

const isDay = ({ dimension, factor }: Quantity): boolean =>
  dimension === 'working day' || (dimension === 'time' && factor === DAY_SECONDS);

/** Counts with a counter that is in no table, or that only one of the languages has, may count the same thing; `3명` and `3회` do not. */
function mayCountSame(a: Value, b: Value): boolean {
  const counts = [a, b];
  // What the days are is often said elsewhere: `영업일 기준으로 3일`.
  if (counts.every(({ read }) => isQuantity(read) && isDay(read))) return true;
  if (counts.some(({ kind }) => kind === 'name')) return false;
  if (counts.some(({ kind }) => kind === 'bare')) return true;
  if (counts.every(({ kind }) => kind === 'unit')) return false;
  if (counts.some(({ kind, dimension }) => kind === 'unit' && !UNITS.has(dimension))) return false;
  return (
    a.korean !== b.korean ||
    counts.some(({ read }) => isQuantity(read) && read.free) ||
    counts.every(({ dimension }) => dimension === 'person' || dimension === 'item')
  );
}

/** Whether two values may be of the same thing: `3인` and `three examiners` are, `14일` and `$14` are not. */
export const isComparable = (a: Value, b: Value): boolean =>
  mayCountSame(a, b) || (a.dimension === b.dimension && compareValues(a.read, b.read) !== 'incomparable');

/** Whether two values are equal, in whatever notation. */
export const isSameValue = (a: Value, b: Value): boolean =>
  compareValues(a.read, b.read) === 'same' || (mayCountSame(a, b) && near(a.written, b.written));

/** Whether a value says all of a wanted one: the year of a day may be left out, the last part of a version may not. */
export function saysWhole(value: Value, wanted: Value): boolean {
  const whole =
    isDate(wanted.read) && wanted.read.day !== undefined ? { ...wanted.read, year: undefined } : wanted.read;
  return isSameValue(value, wanted) && coversParts(value.read, whole);
}

/** Whether a value is another one than each of the wanted ones. */
export const isOtherValue = (value: Value, wanted: readonly Value[]): boolean =>
  wanted.some((one) => compareValues(value.read, one.read) === 'different') &&
  !wanted.some((one) => isSameValue(value, one));
