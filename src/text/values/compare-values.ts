import { DAY_SECONDS } from './units.js';
import { CalendarDate, ClockTime, Code, isQuantity, Quantity, Value } from './value.js';

/** `same`: every part that both have agrees. `different`: a part differs. `incomparable`: nothing of the two can be compared. */
export type Comparison = 'same' | 'different' | 'incomparable';

const ROUNDING = 1e-9;
const HALF_DAY = DAY_SECONDS / 2;
/** Shortest and longest month, in seconds. */
const MONTH = { short: 28 * DAY_SECONDS, long: 31 * DAY_SECONDS };
/** Parts that two versions, or codes, have in common agree. */
const agree = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((part, i) => b[i] === undefined || part === b[i]);

function compareCodes(a: Code, b: Code): Comparison {
  if (a.label !== '' && b.label !== '' && a.label !== b.label) return 'incomparable';
  if (a.parts.length === b.parts.length && agree(a.parts, b.parts)) return 'same';
  const isAlike = (a.label !== '' && a.label === b.label) || a.parts.some((part, i) => part === b.parts[i]);
  return isAlike ? 'different' : 'incomparable';
}

/** `platform 3` and `3`: a code of one number agrees with the number, but does not differ from one. */
function isNumberOf({ parts }: Code, { free, dimension, value, factor }: Quantity): boolean {
  return parts.length === 1 && Number(parts[0]) === value / factor && free && dimension === '';
}

/** Compares parts that either side may lack. */
function compareParts(pairs: readonly (readonly [number | undefined, number | undefined])[]): Comparison {
  const shared = pairs.filter(([a, b]) => a !== undefined && b !== undefined);
  if (shared.length === 0) return 'incomparable';
  return shared.every(([a, b]) => a === b) ? 'same' : 'different';
}

/** Compares two dates by the parts that both have. A date such as `03/05/2026` is only the same as one that is written alike. */
function compareDates(a: CalendarDate, b: CalendarDate): Comparison {
  const plain = compareParts([
    [a.year, b.year],
    [a.month, b.month],
    [a.day, b.day],
  ]);
  const weekday = compareParts([[a.weekday, b.weekday]]);
  if (plain === 'same')
    return weekday === 'different'
      ? 'different'
      : a.isAmbiguous === b.isAmbiguous || !hasDays(a, b)
        ? 'same'
        : 'incomparable';
  const isSwapped = plain === 'different' && a.isAmbiguous !== b.isAmbiguous && hasDays(a, b);
  return isSwapped && a.month === b.day && a.day === b.month && a.year === b.year ? 'incomparable' : plain;
}

const hasDays = (a: CalendarDate, b: CalendarDate): boolean => a.day !== undefined && b.day !== undefined;

function compareTimes(a: ClockTime, b: ClockTime): Comparison {
  const distance = Math.abs(a.seconds - b.seconds);
  return distance === 0 || (distance === HALF_DAY && (a.isAmbiguous || b.isAmbiguous)) ? 'same' : 'different';
}

/** Days and months have no common unit: they differ only where no month has that length. */
function compareMonths(days: Quantity, months: Quantity): Comparison {
  const isBetween = days.value >= months.value * MONTH.short && days.value <= months.value * MONTH.long;
  return isBetween ? 'incomparable' : 'different';
}

function compareQuantities(a: Quantity, b: Quantity): Comparison {
  const isEqual = Math.abs(a.value - b.value) <= ROUNDING * Math.max(Math.abs(a.value), Math.abs(b.value));
  if (a.dimension === b.dimension) return isEqual ? 'same' : 'different';
  // A bare number, or one with an unknown unit, can agree but not differ.
  if ((a.dimension === '' && a.free) || (b.dimension === '' && b.free))
    return isEqual && a.kind !== 'ordinal' && b.kind !== 'ordinal' ? 'same' : 'incomparable';
  if (a.dimension === 'time' && b.dimension === 'month') return compareMonths(a, b);
  if (a.dimension === 'month' && b.dimension === 'time') return compareMonths(b, a);
  if (a.kind === 'amount' && b.kind === 'amount') return 'different';
  const isSameNumber = a.value / a.factor === b.value / b.factor;
  return isSameNumber && !a.free && !b.free ? 'different' : 'incomparable';
}

/**
 * Compares two values of one kind; values of two kinds are incomparable.
 * @example compareValues(readValues('18:30')[0], readValues('오후 6시 반')[0]) // 'same'
 */
export function compareValues(a: Value, b: Value): Comparison {
  if (isQuantity(a)) {
    if (isQuantity(b)) return compareQuantities(a, b);
    return b.kind === 'code' && isNumberOf(b, a) ? 'same' : 'incomparable';
  }
  if (a.kind === 'code' && b.kind === 'code') return compareCodes(a, b);
  if (a.kind === 'code') return isQuantity(b) && isNumberOf(a, b) ? 'same' : 'incomparable';
  if (a.kind === 'version')
    return b.kind !== 'version' ? 'incomparable' : agree(a.parts, b.parts) ? 'same' : 'different';
  if (a.kind === 'date') return b.kind === 'date' ? compareDates(a, b) : 'incomparable';
  return b.kind === 'time' ? compareTimes(a, b) : 'incomparable';
}

/** Whether a value has every part that the claimed one has: `March 5` does not cover `March 5, 2026`. */
export function coversParts(value: Value, claimed: Value): boolean {
  if (value.kind === 'version' && claimed.kind === 'version') return value.parts.length >= claimed.parts.length;
  if (value.kind !== 'date' || claimed.kind !== 'date') return true;
  return (['year', 'month', 'day'] as const).every((part) => claimed[part] === undefined || value[part] !== undefined);
}

const padded = (value: number | undefined, length: number): string =>
  value === undefined ? '-' : String(value).padStart(length, '0');

/**
 * Returns one spelling for all notations of a value; `?` marks what the text leaves open. The comparator is not part of it.
 * @example normalForm(readValues('오후 6시 반')[0]) // 'time 18:30:00'
 */
export function normalForm(value: Value): string {
  switch (value.kind) {
    case 'code':
      return `code ${value.parts.join('-')}`;
    case 'version':
      return `version ${value.parts.join('.')}`;
    case 'date':
      return `date ${padded(value.year, 4)}-${padded(value.month, 2)}-${padded(value.day, 2)}${value.isAmbiguous ? '?' : ''}`;
    case 'time': {
      const { seconds, isAmbiguous } = value;
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
        padded(part, 2),
      );
      return `time ${parts.join(':')}${isAmbiguous ? '?' : ''}`;
    }
    default:
      return `${value.dimension === '' ? 'number' : value.dimension} ${Number(value.value.toPrecision(12))}`;
  }
}
