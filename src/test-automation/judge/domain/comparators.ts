import { Bound } from '../../../text/values/bounds.js';
import { RUNS_OUT_AFTER, Value } from './values.js';

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

/** A comparator that describes the caller's case: `4.30을 넘었으니`, `is over the 80-hour line`. */
const TELLS_OF_CASE =
  /^[^,.;]{0,4}(?:을|를|이|가)?\s?(?:넘었|넘으니|넘으므로|넘으셨|넘겼|초과했|초과하였|초과하셨|넘지 않았|못 미쳤)/u;
const ENGLISH_CASE =
  /\b(?:is|are|was|were|being|'re|’re|already|well)\s+(?:well\s+|already\s+|still\s+|not\s+)?(?:over|above|under|below|beyond|past|more than|less than|fewer than)\s+(?:the\s+)?[$€£]?$/iu;

/** Whether an answer's comparator excludes that of the rule: the opposite direction, or strict if the rule is not. */
export function comparatorConflicts(
  said: { readonly bound: Bound; readonly text: string; readonly start: number; readonly end: number },
  rule: Bound,
): boolean {
  const [side, strict] = SIDES[said.bound];
  const [ruleSide, ruleStrict] = SIDES[rule];
  if (side === 'none' || ruleSide === 'none') return directionConflicts(said.bound, rule);
  if (side !== ruleSide) return true;
  if (strict === ruleStrict || said.bound === 'until' || rule === 'until') return false;
  const behind = said.text.slice(said.end, said.end + 24);
  const before = said.text.slice(Math.max(0, said.start - 60), said.start);
  return !TELLS_OF_CASE.test(behind) && !ENGLISH_CASE.test(before);
}

const directionConflicts = (a: Bound, b: Bound): boolean =>
  (a === 'before' && b === 'after') || (a === 'after' && b === 'before');

const BEFORE_BEHIND =
  /^\s?(?:이전|전(?!체|공|문|형|임|자|산|담|국|액|과)|앞서|before|prior|ahead|in advance|earlier)|^[^.,;\d]{0,6}\s?\b(?:before|prior to|in advance|ahead of)\b/u;
const BEFORE_AHEAD = /(?:[가-힣]\s?(?:전|이전)|하기\s?전)\s?(?:최소\s?|적어도\s?)?$/u;
const AFTER_AHEAD =
  /(?:후|이후|뒤|부터|지나서?|날로부터|[가-힣](?:하|되|작|끝나|나)고(?:서| 나서| 난 뒤)?)\s?(?:최소\s?|최대\s?|늦어도\s?)?$/u;
const AFTER_BEHIND = /^\s?(?:이후|후|뒤|이 지난|이 경과한|after|later|following|from|of\b)/u;

/** Whether a term is before or after an event: `10일 전`, `종료 후 60일`; undefined if the text does not say. */
export function sideOfEvent(text: string, { start, end, dimension }: Value): 'before' | 'after' | undefined {
  if (dimension !== 'time' && dimension !== 'month') return undefined;
  const [ahead, behind] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 24)];
  if (RUNS_OUT_AFTER.test(behind)) return undefined;
  if (BEFORE_BEHIND.test(behind) || BEFORE_AHEAD.test(ahead)) return 'before';
  return AFTER_AHEAD.test(ahead) || AFTER_BEHIND.test(behind) ? 'after' : undefined;
}
