import { isSameValue, Value } from './values.js';

/** A number that follows from two others, with what it may count. */
interface Result {
  readonly written: number;
  readonly value: number;
  /** Undefined: anything (a quotient of two of one kind). */
  readonly dimensions: readonly string[] | undefined;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

function sumsOf(a: Value, b: Value): Result[] {
  if (a.dimension !== b.dimension && a.kind !== 'bare' && b.kind !== 'bare') return [];
  const dimensions = [a.dimension, b.dimension];
  return [1, -1].map((sign) => ({
    written: Math.abs(a.written + sign * b.written),
    value: Math.abs(a.value + sign * b.value),
    dimensions,
  }));
}

/** `80 %` of 30 is 24: a share counts by its value, other numbers as written. */
const shareOf = (value: Value): number => (value.dimension === 'ratio' ? value.value : value.written);

function productsOf(a: Value, b: Value): Result[] {
  const dimensions = [a.dimension, b.dimension].filter((dimension) => dimension !== 'ratio');
  const product = (factor: number, other: Value): Result => ({
    written: factor * other.written,
    value: factor * other.value,
    dimensions,
  });
  return [product(shareOf(a), b), product(shareOf(b), a)];
}

function quotientsOf(a: Value, b: Value): Result[] {
  if (a.written === 0 || b.written === 0) return [];
  const dimensions = a.dimension === b.dimension ? undefined : [a.dimension, b.dimension];
  return [
    { written: a.written / b.written, value: a.value / b.value, dimensions },
    { written: b.written / a.written, value: b.value / a.value, dimensions },
  ];
}

/** Results of one arithmetic step on two numbers. */
function combined(a: Value, b: Value): Result[] {
  return [...sumsOf(a, b), ...productsOf(a, b), ...quotientsOf(a, b)];
}

function gives(result: Result, wanted: Value): boolean {
  const isOfKind =
    result.dimensions === undefined
      ? wanted.kind !== 'unit' || wanted.dimension === 'ratio'
      : wanted.kind === 'bare' || result.dimensions.includes(wanted.dimension) || result.dimensions.includes('');
  return (
    isOfKind && (near(result.written, wanted.written) || (wanted.kind === 'unit' && near(result.value, wanted.value)))
  );
}

/** Maximum number of operands; more of them give nearly every number. */
const MOST_OPERANDS = 12;
const FEW_OPERANDS = 6;

const distinct = (values: readonly Value[]): Value[] =>
  values.filter(
    (value, i) =>
      value.kind !== 'name' &&
      values.findIndex((other) => isSameValue(other, value) && other.kind === value.kind) === i,
  );

/** Whether a number follows from two of the operands, one of which is the caller's. */
export function followsFrom(wanted: Value, asked: readonly Value[], rules: readonly Value[]): boolean {
  const [own, others] = [distinct(asked).slice(0, MOST_OPERANDS), distinct(rules).slice(0, MOST_OPERANDS)];
  return own.some((a, i) =>
    [...others, ...own.slice(i + 1)].some((b) => combined(a, b).some((result) => gives(result, wanted))),
  );
}

/** Whether a number follows from the operands in up to two steps: for sentences that show their calculation. */
export function followsInSteps(wanted: Value, operands: readonly Value[]): boolean {
  const own = distinct(operands).slice(0, FEW_OPERANDS);
  return own.some((a, i) =>
    own.slice(i + 1).some((b, k) => {
      const once = combined(a, b);
      if (once.some((result) => gives(result, wanted))) return true;
      return own.some(
        (c, at) =>
          at !== i &&
          at !== i + 1 + k &&
          once.some((result) =>
            (result.dimensions ?? ['']).some((dimension) =>
              combined({ ...c, dimension, written: result.written, value: result.value, kind: 'count' }, c).some(
                (second) => gives(second, wanted),
              ),
            ),
          ),
      );
    }),
  );
}

/**
 * Numbers of an example that the answer makes up and calculates by the rule: `6명이 모이면 18만 원` for 3만 원 each. The new number and its result
 * confirm each other.
 */
export function exampleNumbers(said: readonly Value[], rules: readonly Value[]): ReadonlySet<Value> {
  const fresh = said.filter((value) => !rules.some((rule) => isSameValue(rule, value)));
  const proved = fresh.flatMap((given) =>
    fresh
      .filter(
        (result) =>
          result !== given &&
          rules.some((rule) => [...productsOf(given, rule), ...sumsOf(given, rule)].some((one) => gives(one, result))),
      )
      .flatMap((result) => [given, result]),
  );
  return new Set(proved);
}

const EACH = /씩|당(?=\s)|마다|한\s?(?:번|명|건|회|과목|사람)에|1\s?(?:회|명|인|건)에|\b(?:each|per|every|apiece)\b/iu;

/**
 * Whether a sentence multiplies a rate of the passages by a count with a wrong result: `3점씩 다섯 번이면 18점`.
 * @param said numbers of the sentence
 */
export function isWrongProduct(result: Value, text: string, said: readonly Value[], rules: readonly Value[]): boolean {
  if (!EACH.test(text) || result.kind === 'bare') return false;
  const rates = said.filter(
    (value) => value.dimension === result.dimension && rules.some((rule) => isSameValue(rule, value)),
  );
  const fresh = said.filter((value) => !rules.some((rule) => isSameValue(rule, value)));
  const others = fresh.filter((value) => value !== result && value.dimension === result.dimension);
  const counts = fresh.filter((value) => value.dimension !== result.dimension && value.written > 1);
  if (rates.length === 0 || counts.length === 0 || others.length > 0) return false;
  return !rates.some((rate) =>
    counts.some((count) =>
      productsOf(count, rate).some((one) => near(one.value, result.value) || near(one.written, result.written)),
    ),
  );
}
