import { Bound, boundOf } from '../../../fact-check/domain/reading/bounds.js';
import { CalendarDate } from '../../../fact-check/domain/reading/calendar-dates.js';
import { ClauseReading } from '../../../fact-check/domain/reading/clause-reading.js';
import { Quantity } from '../../../fact-check/domain/reading/quantities.js';
import { hasHangul } from '../../../shared/domain/language.js';
import { TextSpan } from '../../../shared/domain/text-span.js';

/** A number of a text with what it counts, comparable across Korean and English. */
export interface Value extends TextSpan {
  /** In the base of its dimension. */
  readonly value: number;
  /** As written. */
  readonly written: number;
  readonly dimension: string;
  /** `unit`: of a fixed measure; `count`: of countable things; `bare`: of nothing that is named. */
  readonly kind: 'unit' | 'count' | 'bare';
  readonly bound: Bound;
  readonly korean: boolean;
  readonly approximate: boolean;
  /** An idiom (`one of them`), or a number that names a place in an order. */
  readonly soft: boolean;
  /** `not 60 days`, `60일이 아니라`. */
  readonly denied: boolean;
}

const UNITS = new Set([
  'time',
  'month',
  'ratio',
  'won',
  'dollar',
  'euro',
  'yen',
  'pound',
  'clock',
  'clock am',
  'clock pm',
  'metre',
  'gram',
  'byte',
  'semester',
  'credit',
  'grade',
  'calendar month',
  'square metre',
  'point',
  'fold',
  'class',
]);
/** What two languages measure alike: these never stand for a count. */
const MEASURES = new Set([
  'time',
  'month',
  'ratio',
  'won',
  'dollar',
  'euro',
  'yen',
  'pound',
  'metre',
  'gram',
  'byte',
  'clock am',
  'clock pm',
]);
/** Countable things in English, as the Korean counters name them. */
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

/** Words that follow a number and name nothing: `3.00 이상`, `2을`. */
const NO_THING =
  /^(?:이상|이하|이내|초과|미만|이후|이전|이고|이며|이면|이라|입니|이|가|을|를|은|는|의|에|로|와|과|도|만|까지|부터|까|부|인)$/u;
const RUNS_OUT_AFTER = /^\s?(?:이|가|을|를)?\s?(?:경과|지나|넘)(?:하|가)?기\s?전/u;
const RUNS_OUT_ENGLISH = /\bbefore\s+(?:the\s+)?(?:first\s+)?$/iu;

/** The comparator of a number or phrase. @param end behind its unit */
export function limitAt(text: string, start: number, end: number): Bound {
  if (RUNS_OUT_AFTER.test(text.slice(end, end + 14))) return 'before';
  if (RUNS_OUT_ENGLISH.test(text.slice(Math.max(0, start - 20), start))) return 'before';
  return boundOf(text, start, end);
}

function kindOf({ dimension, free }: Quantity): Value['kind'] {
  if (dimension === '' || NO_THING.test(dimension)) return 'bare';
  return !free && UNITS.has(dimension) ? 'unit' : 'count';
}

function toValue(quantity: Quantity, text: string): Value {
  const { start, end, value, factor, bound, approximate, soft, dimension } = quantity;
  const half = HALF_MORE.test(text.slice(end, end + 4)) && dimension === 'month' ? 0.5 * factor : 0;
  const named = ENGLISH_DIMENSIONS[dimension.replace(/ in order$/u, '')] ?? dimension;
  const asUnit = named !== dimension && UNITS.has(named);
  return {
    start,
    end,
    value: value + half,
    written: (value + half) / factor,
    dimension: named,
    kind: asUnit ? 'unit' : kindOf(quantity),
    bound: bound === 'exact' || bound === 'after' ? limitAt(text, start, end) : bound,
    korean: hasHangul(text.slice(start, end + 6)),
    approximate,
    soft,
    denied:
      DENIED_BEHIND.test(text.slice(end, end + 12)) ||
      (DENIED_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && !LIMIT_OF_NOT.test(text.slice(start))),
  };
}

/** The numbers of a sentence, in order; offsets count in it. Dates and numbers of provisions are none. */
export function valuesOf(sentence: string): Value[] {
  return new ClauseReading(sentence).quantities.map((quantity) => toValue(quantity, sentence));
}

export function datesOf(sentence: string): readonly CalendarDate[] {
  return new ClauseReading(sentence).dates;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** Whether two numbers may count the same thing: `3인` and `three examiners` do, `14일` and `14 weeks` do not. */
export function isComparable(a: Value, b: Value): boolean {
  if (a.kind === 'bare' || b.kind === 'bare') return true;
  if (a.kind === 'unit' && b.kind === 'unit') return a.dimension === b.dimension;
  if (MEASURES.has(a.dimension) !== MEASURES.has(b.dimension) && [a, b].every(({ dimension }) => dimension !== ''))
    return false;
  // A counter that only one language has, or a word that no table knows, is compared by the number alone.
  return a.dimension === b.dimension || a.korean !== b.korean || (a.kind === 'count' && b.kind === 'count');
}

/** Whether two numbers are of the same thing and equal. */
export function isSameValue(a: Value, b: Value): boolean {
  if (!isComparable(a, b)) return false;
  return a.dimension === b.dimension && a.kind === 'unit' ? near(a.value, b.value) : near(a.written, b.written);
}

type Side = 'least' | 'most' | 'none';

const SIDES: Readonly<Record<Bound, readonly [side: Side, strict: boolean]>> = {
  exact: ['none', false],
  at_least: ['least', false],
  above: ['least', true],
  at_most: ['most', false],
  below: ['most', true],
  before: ['none', false],
  after: ['none', false],
  from: ['none', false],
  until: ['most', false],
};

/** A strict comparator that sets a rule (`3.00을 넘어야`, `C+ 미만이요`), not one that tells of the asker's case (`4.30을 넘었으니`). */
const RULES_STRICTLY =
  /^[^,.;]{0,8}(?:넘어야|초과해야|초과하여야|초과인|초과여야|초과[.\s]|초과(?:이어|가 되어)야|미만이(?:어야|요|에요|다)|미만입|미만이면|미만만|보다 (?:높|낮|많|적)아야)/u;
const ENGLISH_STRICT_RULE = /\b(?:must|need|have to|has to|should|required)\b[^.;]{0,60}$/iu;

/** Whether an answer's comparator excludes that of the rule: another direction, or strict where the rule is not. */
export function comparatorConflicts(
  said: { readonly bound: Bound; readonly text: string; readonly start: number; readonly end: number },
  rule: Bound,
): boolean {
  const [side, strict] = SIDES[said.bound];
  const [ruleSide, ruleStrict] = SIDES[rule];
  if (side === 'none' || ruleSide === 'none') return directionConflicts(said.bound, rule);
  if (side !== ruleSide) return true;
  if (strict === ruleStrict || !strict) return false;
  const behind = said.text.slice(said.end, said.end + 24);
  const before = said.text.slice(Math.max(0, said.start - 60), said.start);
  return RULES_STRICTLY.test(behind) || ENGLISH_STRICT_RULE.test(before);
}

const directionConflicts = (a: Bound, b: Bound): boolean =>
  (a === 'before' && b === 'after') || (a === 'after' && b === 'before');
