import { halfWidth } from '../folded-text.js';
import { Bound, boundOf } from './bounds.js';
import { readCodes } from './codes.js';
import { readDates } from './dates.js';
import { readQuantities } from './quantities.js';
import { readTimes } from './times.js';
import { TakenSpans, Value } from './value.js';

const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\t\n\r]/gu;
const APPROXIMATE =
  /(?:약|대략|거의|대강|어림잡아|\babout|\baround|\bapproximately|\bapprox\.|\bca\.|\bcirca|\bnearly|\balmost|\broughly|\bsome|(?:^|[\s(])~|≈)\s*[$€£]?$/iu;
const APPROXIMATE_AFTER = /^(?:여|\s?(?:정도|쯤|가량|안팎|내외|남짓|or so\b))/u;
/** The connection of the two ends of a range. */
const RANGE = /^(?:부터)?\s?(?:~|∼|〜|–|—|-|to|until|부터|에서|through|and)\s?$/u;

function isRange(text: string, first: Value, second: Value): boolean {
  const gap = text.slice(first.end, Math.min(second.start, first.end + 9));
  if (!RANGE.test(gap) || first.kind !== second.kind || first.bound === 'until') return false;
  return !gap.includes('and') || /\bbetween\s$/iu.test(text.slice(Math.max(0, first.start - 8), first.start));
}

/** Gives the ends of a range their bounds: `3~5일` is from 3 and until 5 days. */
function withRanges(text: string, values: readonly Value[]): Value[] {
  const bounds: Bound[] = values.map(({ bound }) => bound);
  for (const [i, first] of values.entries()) {
    const second = values[i + 1];
    if (second === undefined || !isRange(text, first, second)) continue;
    if (bounds[i] === 'exact') bounds[i] = 'from';
    if (bounds[i] === 'from' && bounds[i + 1] === 'exact') bounds[i + 1] = 'until';
  }
  return values.map((value, i) => ({ ...value, bound: bounds[i] ?? value.bound }));
}

/**
 * Returns the values that a text contains, in order and without overlap: codes, versions, dates, clock times, and numbers with their units,
 * in Korean and English notation. Takes time linear in the length of the text.
 * @param without spans that contain no values, such as citations
 * @example readValues('Room 204A, 오후 6시 반')[0] // { kind: 'code', label: 'room', parts: ['204', 'a'], start: 0, end: 9, … }
 */
export function readValues(
  text: string,
  without: readonly { readonly start: number; readonly end: number }[] = [],
): readonly Value[] {
  const plain = halfWidth(text).replace(OTHER_SPACES, ' ');
  const taken = new TakenSpans(plain.length);
  for (const span of without) taken.take(span);
  const found = [
    ...readDates(plain, taken),
    ...readTimes(plain, taken),
    ...readCodes(plain, taken),
    ...readQuantities(plain, taken),
  ].sort((a, b) => a.start - b.start);
  const values = found.map(({ boundAt, ...value }): Value => {
    const { start, end } = value;
    const approximate =
      APPROXIMATE.test(plain.slice(Math.max(0, start - 16), start)) ||
      APPROXIMATE_AFTER.test(plain.slice(end, end + 6));
    return { ...value, bound: boundOf(plain, start, boundAt ?? end), approximate };
  });
  return withRanges(plain, values);
}
