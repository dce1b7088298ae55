import { Bound } from '../../text/values/bounds.js';
import { readValues } from '../../text/values/read-values.js';
import { isQuantity, Quantity } from '../../text/values/value.js';
import { LikelySentence } from './sentence-likelihood.js';

/** Values from `low` to `high` in the base unit of a dimension; a border that does not count itself is open. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

const LOWER = new Set<Bound>(['at_least', 'above', 'from', 'after']);
const UPPER = new Set<Bound>(['at_most', 'below', 'until', 'before']);
const OPEN = new Set<Bound>(['above', 'below', 'after', 'before']);

const ROW = /^\s{0,10}\|/u;
const ITEM = /^\s{0,10}(?:[-*•]|\(?\d{1,2}[.)]|[가-하][.)]|[①-⑳])\s/u;
/** `31일째부터`: the suffix hides the bound. */
const ORDINAL = /(?<=\d\s?[가-힣]{0,2})째(?=\s?(?:부터|까지|이후|이내))/gu;

/** The numbers and the clock times of a text. */
function measures(text: string): Omit<Quantity, 'kind'>[] {
  return readValues(text).flatMap((value): Omit<Quantity, 'kind'>[] => {
    if (isQuantity(value)) return [value];
    const clock = { dimension: 'clock', factor: 1, free: false, soft: false };
    return value.kind === 'time' ? [{ ...value, ...clock, value: value.seconds }] : [];
  });
}

/** The part of a row or an item that says for which values it holds: the first cell, or the text before a colon. */
function labelOf(text: string): string | undefined {
  if (ROW.test(text))
    return text
      .split('|')
      .map((cell) => cell.trim())
      .find((cell) => cell !== '');
  return ITEM.test(text) ? text.replace(ITEM, '').split(/[:：]/u)[0] : undefined;
}

function rangeOf(text: string, dimension: string): Range | undefined {
  const label = labelOf(text)?.replace(ORDINAL, '');
  if (label === undefined) return undefined;
  const all = measures(label);
  const last = all.findLast((one) => one.dimension === dimension);
  // `31부터 60일까지`: the first number has the unit of the last.
  const own = all.flatMap((one) => {
    if (one.dimension === dimension) return [one];
    return one.factor === 1 && last !== undefined && (one.dimension === '' || one.free)
      ? [{ ...one, value: one.value * last.factor }]
      : [];
  });
  const [first] = own;
  const low =
    own.find(({ bound }) => LOWER.has(bound)) ?? (own.length > 1 && first?.bound === 'exact' ? first : undefined);
  const high = own.find((one) => one !== low && (UPPER.has(one.bound) || (low !== undefined && one.bound === 'exact')));
  if (low === undefined && high === undefined) return undefined;
  return {
    low: low?.value ?? -Infinity,
    high: high?.value ?? Infinity,
    isLowOpen: low !== undefined && OPEN.has(low.bound),
    isHighOpen: high !== undefined && OPEN.has(high.bound),
  };
}

function contains({ low, high, isLowOpen, isHighOpen }: Range, value: number): boolean {
  return (isLowOpen ? value > low : value >= low) && (isHighOpen ? value < high : value <= high);
}

/** `up to 60 days` also contains 20, and `up to 30 days` is meant for it: the narrower range is the closer one. */
function isNarrower(a: Range, b: Range): boolean {
  if (a.high !== b.high) return a.high < b.high;
  return a.low > b.low;
}

interface RangedSentence {
  readonly one: LikelySentence;
  readonly range: Range;
}

function rangedSentences(sentences: readonly LikelySentence[], chunkId: string, dimension: string): RangedSentence[] {
  return sentences.flatMap((one) => {
    const range = one.evidence.chunkId === chunkId ? rangeOf(one.sentence.text, dimension) : undefined;
    return range === undefined ? [] : [{ one, range }];
  });
}

/** The values that a text states, by dimension. A limit (`within 3 days?`) is what a question asks about. */
function statedValues(text: string): ReadonlyMap<string, readonly number[]> {
  const stated = new Map<string, number[]>();
  for (const { bound, soft, dimension, free, value } of measures(text)) {
    if (soft || free || dimension === '' || (bound !== 'exact' && bound !== 'after' && bound !== 'from')) continue;
    stated.set(dimension, [...(stated.get(dimension) ?? []), value]);
  }
  return stated;
}

/**
 * The row or item that holds for a stated value before its neighbours: `개강한 지 40일 됐어요` is answered by the row
 * `31일부터 60일까지`, although every row has the words of the question. Rows that do not hold for any value are not quoted.
 * @param sentences likeliest first
 * @param question with the words of the conversation
 * @param message as it was sent: its values replace those of the conversation
 */
export function withCoveringRange(
  sentences: readonly LikelySentence[],
  question: string,
  message = question,
): readonly LikelySentence[] {
  const [best] = sentences;
  if (best === undefined) return sentences;
  const stated = new Map([...statedValues(question), ...(message === question ? [] : statedValues(message))]);
  for (const [dimension, values] of stated) {
    const ranged = rangedSentences(sentences, best.evidence.chunkId, dimension);
    if (!ranged.some(({ one }) => one === best)) continue;
    const covering = new Set(values.flatMap((value) => narrowest(ranged, value)?.one ?? []));
    if (covering.size === 0) continue;
    const others = new Set(ranged.map(({ one }) => one));
    const first = [...covering].map((one) => ({ ...one, support: best.support }));
    return [...first, ...sentences.filter((one) => !others.has(one))];
  }
  return sentences;
}

function narrowest(ranged: readonly RangedSentence[], value: number): RangedSentence | undefined {
  return ranged
    .filter(({ range }) => contains(range, value))
    .sort((a, b) => (isNarrower(a.range, b.range) ? -1 : 1))[0];
}
