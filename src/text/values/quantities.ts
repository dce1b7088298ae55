import { TextSpan } from '../text-span.js';
import { numerals, numbered, Numeral, SINO_DIGITS } from './numerals.js';
import { kindOf, unitOf, Unit, DAY_SECONDS } from './units.js';
import { Found, Quantity, TakenSpans } from './value.js';

const FRACTION =
  /(?<![\d가-힣])(\d+|[이삼사오육칠팔구십]{1,2})\s?분의\s?(\d+|[일이삼사오육칠팔구십]{1,2})|(?<![\d/.])(\d{1,2})\s?\/\s?(\d{1,3})(?![\d/])/gu;
const DIGIT_WORDS = numbered([...Array.from(SINO_DIGITS.slice(1)), '십']);
const BELOW: Readonly<Record<string, number>> = {
  half: 2,
  halve: 2,
  third: 3,
  quarter: 4,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
};
const ABOVE: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, seven: 7, nine: 9 };
const FRACTION_WORDS =
  /(절반)|\b(?:(one|two|three|four|five|seven|nine)[\s-](third|quarter|fourth|fifth|sixth|eighth|tenth)s?|a (third|quarter|fifth|tenth) of|(?<!\band\s)(?<!\band\sa\s)(half))\b/giu;
const SIGNS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3, '⅕': 0.2 };
/** Korean words for days, and durations without a number. */
const DAYS: Readonly<Record<string, number>> = {
  하루: 1,
  이틀: 2,
  사흘: 3,
  나흘: 4,
  닷새: 5,
  엿새: 6,
  이레: 7,
  여드레: 8,
  아흐레: 9,
  열흘: 10,
  보름: 15,
};
const DURATION_WORDS = new RegExp(
  String.raw`(?<![가-힣])(?<days>${Object.keys(DAYS).join('|')})(?!살이)|(?<![가-힣])(?<halfYear>반년)|\bhalf\s(?:an?\s)?(?<half>hour|day|year|dozen)\b|\b(?:an?|one)\s(?<one>minute|hour|day|week|fortnight|month|year)(?<more>\sand\s(?:a\shalf|half))?\b`,
  'giu',
);
/** `1시간 반`, `two and a half hours`. */
const AND_HALF = /^\s(?:and\s(?:a\s)?half\b|반(?![가-힣]))/u;
const RANGE = /^\s?(?:~|∼|〜|–|—|-|내지|to|부터|에서|or|및|또는|,|and)\s?$/u;
/** `2시간 30분`, `two hours and 30 minutes`: one duration in parts. */
const CONTINUED = /^\s?(?:and\s)?$/u;
const COMPOUND = new Set(['time', 'month', 'gram', 'metre']);

function digit(text: string | undefined): number {
  return text === undefined ? Number.NaN : (DIGIT_WORDS[text] ?? Number(text));
}

function found(span: TextSpan, value: number, unit: Pick<Unit, 'dimension' | 'factor'>, soft = false): Found<Quantity> {
  const { dimension, factor } = unit;
  return { kind: kindOf(dimension), start: span.start, end: span.end, value, factor, dimension, free: false, soft };
}

const spanOf = (match: RegExpExecArray): TextSpan => ({ start: match.index, end: match.index + match[0].length });
const RATIO = { dimension: 'ratio', factor: 1 };

function fractions(text: string): Found<Quantity>[] {
  const plain = [...text.matchAll(FRACTION)].flatMap((match) => {
    const [, koreanBelow, koreanAbove, above, below] = match;
    const value = koreanBelow === undefined ? digit(above) / digit(below) : digit(koreanAbove) / digit(koreanBelow);
    return Number.isFinite(value) ? [found(spanOf(match), value, RATIO)] : [];
  });
  const words = [...text.matchAll(FRACTION_WORDS)].map((match) => {
    const [, , above = 'one', below, single] = match;
    return found(
      spanOf(match),
      (ABOVE[above.toLowerCase()] ?? 1) / (BELOW[(below ?? single ?? 'half').toLowerCase()] ?? 2),
      RATIO,
      true,
    );
  });
  return [...plain, ...words];
}

function durationWords(text: string): Found<Quantity>[] {
  return [...text.matchAll(DURATION_WORDS)].map((match) => {
    const { days, halfYear, half, one, more } = match.groups ?? {};
    const span = spanOf(match);
    if (days !== undefined)
      return found(span, (DAYS[days] ?? 1) * DAY_SECONDS, { dimension: 'time', factor: DAY_SECONDS }, days === '하루');
    if (halfYear !== undefined) return found(span, 6, { dimension: 'month', factor: 12 });
    if (half?.toLowerCase() === 'dozen') return found(span, 6, { dimension: '', factor: 1 });
    const unit = unitOf(` ${half ?? one ?? ''}`, 0, 0);
    return found(
      span,
      unit.factor * (half !== undefined ? 0.5 : more === undefined ? 1 : 1.5),
      unit,
      one !== undefined && more === undefined && one !== 'fortnight',
    );
  });
}

function signAt(text: string, end: number): { readonly value: number; readonly length: number } {
  const sign = SIGNS[text.charAt(end)];
  if (sign !== undefined) return { value: sign, length: 1 };
  const half = AND_HALF.exec(text.slice(end, end + 12));
  return half === null ? { value: 0, length: 0 } : { value: 0.5, length: half[0].length };
}

/** What is before a number below zero, by the dimension. */
const MINUS: Readonly<Record<string, RegExp>> = {
  degree: /(?:(?:^|[\s(])[-−–]|영하\s?|minus\s)$/u,
  floor: /지하\s?$/u,
};

function quantityOf(text: string, numeral: Numeral): Found<Quantity> {
  const before = signAt(text, numeral.end);
  const unit = unitOf(text, numeral.start, numeral.end + before.length);
  const unitEnd = numeral.end + before.length + (unit.free ? 0 : unit.length);
  const after = unit.free || before.length > 0 ? { value: 0, length: 0 } : signAt(text, unitEnd);
  const written = numeral.value + before.value + after.value;
  const sign = MINUS[unit.dimension];
  const isMinus = sign?.test(text.slice(Math.max(0, numeral.start - 7), numeral.start)) === true;
  const dimension =
    numeral.ordinal && unit.free ? 'order' : numeral.ordinal ? `${unit.dimension} in order` : unit.dimension;
  return {
    kind: numeral.ordinal ? 'ordinal' : kindOf(unit.dimension),
    start: numeral.start - unit.before,
    end: unitEnd + after.length,
    value: (isMinus ? -1 : 1) * written * unit.factor + (unit.offset ?? 0),
    factor: unit.factor,
    dimension,
    free: numeral.ordinal || unit.free,
    boundAt: numeral.end + before.length + unit.length + after.length,
    soft: (numeral.soft && written === numeral.value) || numeral.ordinal,
  };
}

/** `하루 8시간`, `1주 40시간` are rates: in Korean only hours and less have parts. */
function isContinued(first: Found<Quantity>, next: Found<Quantity>, text: string): boolean {
  if (!COMPOUND.has(first.dimension) || first.dimension !== next.dimension || first.factor <= next.factor) return false;
  const isParted =
    first.dimension !== 'time' || first.factor <= 3600 || /[a-z]$/iu.test(text.slice(first.start, first.end));
  return isParted && !first.soft && next.value < first.factor;
}

/** Assigns bare numbers of a range or list the unit of its last number, and joins the parts of one duration. */
function joined(text: string, quantities: readonly Found<Quantity>[]): Found<Quantity>[] {
  const out: Found<Quantity>[] = [];
  for (let i = quantities.length - 1; i >= 0; i--) {
    const quantity = quantities[i];
    const next = out.at(-1);
    if (quantity === undefined) continue;
    const gap = next === undefined ? '' : text.slice(quantity.end, Math.min(next.start, quantity.end + 8));
    if (next === undefined) out.push(quantity);
    else if (quantity.dimension === '' && RANGE.test(gap) && next.dimension !== 'ratio in order') {
      const { kind, factor, dimension, free } = next;
      out.push({ ...quantity, kind, value: quantity.value * factor, factor, dimension, free });
    } else if (isContinued(quantity, next, text) && CONTINUED.test(gap))
      out[out.length - 1] = { ...quantity, end: next.end, value: quantity.value + next.value };
    else out.push(quantity);
  }
  return out.reverse();
}

/** Reads the numbers of a text, with their units, that no other value has taken. */
export function readQuantities(text: string, taken: TakenSpans): Found<Quantity>[] {
  const words = [...durationWords(text), ...fractions(text)].filter((one) => taken.take(one));
  const plain = numerals(text)
    .filter((numeral) => taken.isFree(numeral))
    .map((numeral) => quantityOf(text, numeral));
  return joined(
    text,
    [...words, ...plain].sort((a, b) => a.start - b.start),
  );
}
