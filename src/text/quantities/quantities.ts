import { overlap, TextSpan } from '../text-span.js';
import { Bound, boundOf } from './bounds.js';
import { numerals, numbered, SINO_DIGITS } from './numerals.js';
import { unitOf } from './units.js';

/** A number with its unit. */
export interface Quantity extends TextSpan {
  /** Value in the base unit of its dimension. */
  readonly value: number;
  /** Factor applied to the written number. */
  readonly factor: number;
  /** `time` (seconds), `month`, `ratio`, `person`, …, the word after the number, or '' for a bare number. */
  readonly dimension: string;
  /** The dimension is only the word after the number. */
  readonly free: boolean;
  readonly bound: Bound;
  readonly approximate: boolean;
  /** `한 번`, `one of them`: agreement counts, a difference alone does not. */
  readonly soft: boolean;
}

const FRACTION =
  /(?<![\d가-힣])(\d+|[이삼사오육칠팔구십]{1,2})\s?분의\s?(\d+|[일이삼사오육칠팔구십]{1,2})|(?<![\d/.])(\d{1,2})\s?\/\s?(\d{1,3})(?![\d/])/gu;
const DIGIT_WORDS = numbered([...Array.from(SINO_DIGITS.slice(1)), '십']);
const FRACTION_WORDS: readonly (readonly [RegExp, (match: RegExpMatchArray) => number])[] = [
  [/절반|\bhalf\b/giu, () => 0.5],
  [/\b(one|two|three)[\s-](third|quarter|fourth|fifth|tenth)s?\b/giu, (m) => fractionOfWords(m[1] ?? '', m[2] ?? '')],
  [/\ba (third|quarter|fifth|tenth) of\b/giu, (m) => fractionOfWords('one', m[1] ?? '')],
];
const APPROXIMATE =
  /(?:약|대략|거의|\babout|\baround|\bapproximately|\bnearly|\balmost|\broughly|\bsome|~)\s*[$€£]?$/iu;
/** `2~4학년`, `3 to 5 days`, `10부터 20퍼센트`: the first number has the unit of the second. */
const RANGE = /^\s?(?:~|–|—|-|내지|to|or|및|또는|,|and)\s?$/u;

function fractionOfWords(above: string, below: string): number {
  const parts: Readonly<Record<string, number>> = { third: 3, quarter: 4, fourth: 4, fifth: 5, tenth: 10 };
  const count: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3 };
  return (count[above.toLowerCase()] ?? 1) / (parts[below.toLowerCase()] ?? 1);
}

function digit(text: string | undefined): number {
  return text === undefined ? Number.NaN : (DIGIT_WORDS[text] ?? Number(text));
}

function ratio(text: string, start: number, end: number, value: number): Quantity {
  const bound = boundOf(text, start, end);
  return { start, end, value, factor: 1, dimension: 'ratio', free: false, bound, approximate: false, soft: false };
}

function fractions(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(FRACTION)) {
    const [raw, koreanBelow, koreanAbove, above, below] = match;
    const value = koreanBelow === undefined ? digit(above) / digit(below) : digit(koreanAbove) / digit(koreanBelow);
    if (Number.isFinite(value)) found.push(ratio(text, match.index, match.index + raw.length, value));
  }
  for (const [pattern, value] of FRACTION_WORDS)
    for (const match of text.matchAll(pattern))
      found.push({ ...ratio(text, match.index, match.index + match[0].length, value(match)), soft: true });
  return found;
}

function overlaps(span: TextSpan, others: readonly TextSpan[]): boolean {
  return others.some((other) => overlap(other, span));
}

function plainQuantities(text: string, taken: readonly TextSpan[]): Quantity[] {
  return numerals(text)
    .filter((numeral) => !overlaps(numeral, taken))
    .map((numeral) => {
      const unit = unitOf(text, numeral.start, numeral.end);
      const end = numeral.end + (unit.free ? 0 : unit.length);
      return {
        start: numeral.start,
        end,
        value: numeral.value * unit.factor,
        factor: unit.factor,
        dimension: numeral.ordinal ? `${unit.dimension} in order` : unit.dimension,
        free: unit.free,
        bound: boundOf(text, numeral.start, numeral.end + unit.length),
        approximate:
          APPROXIMATE.test(text.slice(Math.max(0, numeral.start - 16), numeral.start)) ||
          text.charAt(numeral.end) === '여',
        soft: numeral.soft || numeral.ordinal,
      };
    });
}

/** Assigns bare numbers of a range or list the unit of its last number. */
function withSharedUnits(text: string, quantities: readonly Quantity[]): Quantity[] {
  return quantities.map((quantity, i) => {
    const next = quantities[i + 1];
    if (quantity.dimension !== '' || next === undefined || !RANGE.test(text.slice(quantity.end, next.start)))
      return quantity;
    const { factor, dimension, free } = next;
    return { ...quantity, value: quantity.value * factor, factor, dimension, free };
  });
}

/** Returns the numbers of a text with their units and comparators, in order, without those inside `taken` (dates, citations). */
export function quantities(text: string, taken: readonly TextSpan[]): Quantity[] {
  const parts = fractions(text).filter((f) => !overlaps(f, taken));
  const plain = plainQuantities(text, [...taken, ...parts]);
  return withSharedUnits(
    text,
    [...parts, ...plain].sort((a, b) => a.start - b.start),
  );
}
