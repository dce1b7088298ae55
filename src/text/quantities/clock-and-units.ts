import { Quantity } from './quantities.js';
import { DAY_SECONDS, ENGLISH_UNITS } from './units.js';

/** Units of time by their English names. Only this table contains `fortnight`: the fact check compares it as a word. */
export function timeUnit(name: string): { readonly dimension: string; readonly factor: number } | undefined {
  const unit = name.toLowerCase();
  return unit === 'fortnight' ? { dimension: 'time', factor: 14 * DAY_SECONDS } : ENGLISH_UNITS.get(unit);
}

/** `5 unused days`: the words between a number and its unit. */
const UNIT_BEHIND = /^\s?(?:[a-z-]{2,14}\s){1,2}(second|minute|hour|day|week|month|quarter|year)s?\b/iu;
const AFTERNOON = /(?:오후|저녁|밤|낮)\s?$/u;
const MORNING = /(?:오전|아침|새벽)\s?$/u;

/** Clock hours from 0 to 24: `오후 10시` and `10 pm` are 22. */
export function clockHour(quantity: Pick<Quantity, 'dimension' | 'value' | 'start'>, text: string): number | undefined {
  const { dimension, value, start } = quantity;
  if (!dimension.startsWith('clock')) return undefined;
  const before = text.slice(Math.max(0, start - 4), start);
  if (dimension === 'clock pm' || AFTERNOON.test(before)) {
    const isMidnight = /밤\s?$/u.test(before) && value === 12;
    return isMidnight ? 24 : value < 12 ? value + 12 : value;
  }
  if (dimension === 'clock am' || MORNING.test(before)) return value === 12 ? 0 : value;
  return value;
}

/** An unknown word after the number may be an adjective of its unit. */
export function unitBehind(
  {
    free,
    start,
    end,
    written,
    counted,
  }: {
    readonly free: boolean;
    readonly start: number;
    readonly end: number;
    readonly written: number;
    readonly counted: string;
  },
  text: string,
) {
  // `24 credit hours` are hours; an unknown word is not part of the number's span.
  const at = counted === 'credit' ? start + (/^[\d.,]*/u.exec(text.slice(start, end))?.[0].length ?? 0) : end;
  const match = free || counted === 'credit' ? UNIT_BEHIND.exec(text.slice(at, at + 32)) : null;
  const unit = timeUnit(match?.[1] ?? '');
  return match === null || unit === undefined
    ? undefined
    : { dimension: unit.dimension, value: written * unit.factor, written, end: at + match[0].length };
}
