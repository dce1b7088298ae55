import { koreanStem } from './word-stem.js';
import { contentWords } from './words.js';
import { hasSyllable } from '../korean/hangul-syllable.js';

/** A negation with the negated stem. */
export interface Negation {
  readonly at: number;
  readonly stem: string;
  /** Part of a numeric bound (`24학점을 초과할 수 없다`), which is compared as a bound. */
  readonly limits: boolean;
}

const DENIED_VERB = /([가-힣]{1,40}?)지(?:는|도|를|가)?\s?(?:아니|않|못|말(?!하|씀))/gu;
const CANNOT = /([가-힣]{1,40})\s수(?:가|는|도|조차)?\s?없/gu;
const LACKS = /([가-힣]{1,40})\s?(?<!\s수\s?)(?<!수[가는도]\s?)없(?=[다는으이을었음습고어])/gu;
const IS_NOT = /([가-힣]{1,40})\s(?:아니(?=[다라며고었에오])|아닌|아닙)/gu;
const BEFORE_VERB = /(?<![가-힣])(?:못|안)\s([가-힣]+)/gu;
/** `생각 못했다`, `이해가 안되는` */
const FUSED = /([가-힣]{1,40})\s(?:못|안)(?=[하한했할되된될돼됐])/gu;
const ENGLISH =
  /\b(?:not|never|no|without|cannot|neither|nor|none|nobody|except|unless|n['’]t)\b|(?<=[a-z])n['’]t\b|\bcan['’]t\b/giu;
const LIMIT_BEFORE =
  /\d[^.,;。]{0,14}(?:(?:초과|넘)[^.,;。은는]{0,20}|(?:미만|미달|미치)(?:하지|지)?\s?(?:못|아니|않)[가-힣]?)$/u;
/** `하지 아니하면 안 된다`: a double negation cancels out. */
const DOUBLE = /(?:지\s?(?:아니하면|않으면|못하면|아니하고는|않고는)\s?(?:안\s?[되돼된]|아니\s?[되된]))|없으면 안 된/u;

function korean(text: string): Negation[] {
  const found: Negation[] = [];
  for (const pattern of [DENIED_VERB, CANNOT, LACKS, IS_NOT, BEFORE_VERB, FUSED])
    for (const match of text.matchAll(pattern)) {
      const around = text.slice(Math.max(0, match.index - 8), match.index + match[0].length + 12);
      if (DOUBLE.test(around)) continue;
      const at = match.index + match[0].length;
      const stem = koreanStem(match[1] ?? '');
      if (!found.some((n) => Math.abs(n.at - at) < 3))
        found.push({ at, stem, limits: LIMIT_BEFORE.test(text.slice(Math.max(0, at - 48), at)) });
    }
  return found;
}

function english(text: string): Negation[] {
  const found: Negation[] = [];
  for (const match of text.matchAll(ENGLISH)) {
    const at = match.index + match[0].length;
    const rest = text.slice(at, at + 60);
    // `no later than`, `not more than` are limits; `not only` is not a negation.
    if (/^\s+only\b/iu.test(rest)) continue;
    const limits = /^\s+(?:more|less|later|fewer|longer|older|exceed\w*|greater|larger)\b/iu.test(rest);
    const [next] = contentWords(rest);
    found.push({ at, stem: next?.stem ?? '', limits });
  }
  return found;
}

/** Returns the negations of a text in order. */
export function negations(text: string): Negation[] {
  const found = [...(hasSyllable(text) ? korean(text) : []), ...(/[a-z]/iu.test(text) ? english(text) : [])];
  return found.sort((a, b) => a.at - b.at);
}

/** `아니한 것으로 본다`: a dependent noun and an auxiliary may follow the negated verb. A noun begins another clause: `아니한 학생은 제적한다`. */
const NEGATIVE_END =
  /(?:지\s?(?:는|도)?\s?(?:아니|않|못|말)[가-힣]{0,5}(?:\s(?:수|것|바|줄)[가-힣]{0,3})?(?:\s(?:한|합|했|하|해|된|됩|됐|되|돼|본|봅|보|봐|있|이)[가-힣]{0,4})?|없(?!애|앤|앴)[가-힣]{0,5}|아니[가-힣]{0,5}|아닙니다|(?<![가-힣])안\s?[가-힣]{1,6})[.!?"'”’)\s]*$/u;

/** Whether the closing predicate of a Korean clause is negated. */
export function endsNegated(text: string): boolean {
  return NEGATIVE_END.test(text) && !DOUBLE.test(text.slice(-30));
}
