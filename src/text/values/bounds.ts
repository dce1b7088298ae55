/** Comparator of a number: `3일 이내` is at most 3 days. */
export type Bound = 'exact' | 'at_least' | 'above' | 'at_most' | 'below' | 'before' | 'after' | 'from' | 'until';

type Rule = readonly [pattern: RegExp, bound: Bound];

/** `20학점을 초과할 수 없다` allows up to 20; `초과하여 이수할 수 없다` as well. The verb is within one clause. */
const NOT_ABOVE =
  /^\s?(?:를|을|이|가)?\s?(?:초과|넘)(?:하여|하지|할|해서|을|어|지|게)[^.,;:。]{0,16}(?:없|못|아니|않|안 [되된]|금지)/u;
const NOT_BELOW =
  /^\s?(?:를|을|에|이|가)?\s?(?:미만|미달|미치|모자라)(?:[^.,;:。]{0,16})(?:없|못하|못한|아니|않|금지)(?!는|은 (?:때|경우))/u;
const KOREAN_AFTER: readonly Rule[] = [
  [NOT_ABOVE, 'at_most'],
  [NOT_BELOW, 'at_least'],
  [/^\s?이상으로\s?(?:정)?할 수 없/u, 'below'],
  [/^\s?이하로\s?(?:정)?할 수 없/u, 'above'],
  [/^(?:간|동안)?\s?(?:이상|을 웃|를 웃|이 되어야)/u, 'at_least'],
  [/^\s?(?:를|을|이|가)?\s?(?:초과|넘|웃도는|돌파)/u, 'above'],
  [/^\s?(?:이하)/u, 'at_most'],
  [/^\s?(?:이내|안에|내에|내로|내의|의? ?범위)/u, 'at_most'],
  [/^\s?(?:미만|못 ?미치|에 못 미치|이 안 되|도 안 되)/u, 'below'],
  [/^\s?(?:이후|이 지난|이 경과|이 지나|후)/u, 'after'],
  [/^\s?(?:이전|전)(?!체|공|문|형|임|자|산|담|국)/u, 'before'],
  [/^\s?부터/u, 'from'],
  [/^\s?까지/u, 'until'],
];
const KOREAN_BEFORE: readonly Rule[] = [
  [/(?:최소|최소한|적어도)\s?(?:한\s?)?$/u, 'at_least'],
  [/(?:최대|최고|많아야|최장)\s?$/u, 'at_most'],
];
const ENGLISH_LIMITS: readonly Rule[] = [
  [
    /\b(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|minimum of|minimum)\s*[$€£]?$/iu,
    'at_least',
  ],
  [
    /\b(?:at most|up to|no (?:more|later|longer|older|greater|larger) than|not (?:more|later|longer|older) than|a maximum of|maximum of|within|not exceed(?:ing)?|cannot exceed|never exceeds?|no further than|maximum)(?: the)?\s*[$€£]?$/iu,
    'at_most',
  ],
  [
    /\b(?:more than|over|above|exceed(?:s|ing)?|greater than|longer than|older than|larger than|in excess of|upwards of|beyond)\s*[$€£]?$/iu,
    'above',
  ],
  [/\b(?:less than|fewer than|under|below|shorter than|younger than|smaller than)\s*[$€£]?$/iu, 'below'],
];
const ENGLISH_BEFORE: readonly Rule[] = [
  [/\b(?:after|later than|following)\s*$/iu, 'after'],
  [/\b(?:before|prior to)\s*$/iu, 'before'],
  [/\b(?:from|since|starting|as of|beginning)(?: on)?\s*$/iu, 'from'],
  [/\b(?:until|till|by)\s*$/iu, 'until'],
];
const ENGLISH_AFTER: readonly Rule[] = [
  [/^\s*(?:or (?:more|longer|greater|older|above|over)|and (?:more|over|above))\b/iu, 'at_least'],
  [/^\s*(?:or (?:less|fewer|below|under|shorter)|at (?:the )?most|and (?:below|under))\b/iu, 'at_most'],
  [/^\s*(?:before|prior to|in advance|ahead|earlier)\b/iu, 'before'],
  [/^\s*(?:after|later)\b/iu, 'after'],
];
const WINDOW = 44;

function first(rules: readonly Rule[], text: string): Bound | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns the comparator of the quantity `start..end` of a text, within its clause. */
export function boundOf(text: string, start: number, end: number): Bound {
  const after = text.slice(end, end + WINDOW);
  const before = text.slice(Math.max(0, start - WINDOW), start);
  // `3일(공휴일 제외) 이내`
  const afterBracket = after.replace(/^\s?\([^()]{0,30}\)/u, '');
  return (
    first(KOREAN_AFTER, afterBracket) ??
    // `at least 7 days before`: the limit of the number has priority over its reference point.
    first(ENGLISH_LIMITS, before) ??
    first(ENGLISH_AFTER, afterBracket) ??
    first(ENGLISH_BEFORE, before) ??
    first(KOREAN_BEFORE, before) ??
    'exact'
  );
}

const LIMITS = new Set<Bound>(['at_least', 'above', 'at_most', 'below']);
const UPPER = new Set<Bound>(['at_most', 'below', 'before', 'until']);
const LOWER = new Set<Bound>(['at_least', 'above', 'after', 'from']);

/** Whether two comparators on the same number contradict each other. An exact number contradicts none. */
export function boundsConflict(a: Bound, b: Bound): boolean {
  if (a === b || a === 'exact' || b === 'exact') return false;
  if (LIMITS.has(a) && LIMITS.has(b)) return true;
  // `from` and `until` each belong to one date of a range, which may be the other end of an adjacent range.
  if ([a, b].every((bound) => bound === 'from' || bound === 'until')) return true;
  return (UPPER.has(a) && LOWER.has(b)) || (LOWER.has(a) && UPPER.has(b));
}
