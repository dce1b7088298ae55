import { hasHangul } from '../../../text/language.js';
import { TextSpan } from '../../../text/text-span.js';
import { placesOf } from './literal.js';
import { isSameWord, termsOf } from './meaning.js';
import { clausePolarity, clausesOf } from './polarity.js';
import { sayingsOf } from './readable-answer.js';

/* ---------------------------------------------------------------- the act that is allowed */

const ENGLISH_ACT = /\b(?:can|may|could|cannot|can['’]t|might)\s+(?:not\s+)?(?:be\s+)?([a-z]{3,})/iu;
const KOREAN_ACT = /(?<![가-힣])([가-힣]{2,20})\s?수\s?(?:가|는|도)?\s?[있없]/gu;
const BETWEEN = String.raw`(?:not|also|ever|only|still|always|now|then|either|even|be|have|been|to|you|they|we|\w+ly)\s+`;
const MODAL = String.raw`\b(?:can|may|could|might|must|should|cannot|can['’]t)`;
const HAS_MODAL = new RegExp(String.raw`${MODAL}\b`, 'iu');
const ALLOWS = /\b(?:allowed|permitted|fine|ok|okay|possible|free)\b/iu;
/** Final consonants of a Korean modifier: `빌려준 장비`, `빌려줄 장비`. */
const MODIFIES = [4, 8];

function endsAsModifier(word: string): boolean {
  return /[는지]$/u.test(word) || MODIFIES.includes((word.charCodeAt(word.length - 1) - 0xac00) % 28);
}

function isSameKoreanAct(text: string, phrase: string): boolean {
  const stem = [...phrase.matchAll(KOREAN_ACT)][0]?.[1]?.slice(0, -1) ?? '';
  if (stem.length < 2) return true;
  const allowed = [...text.matchAll(KOREAN_ACT)].map((match) => match[1] ?? '');
  if (allowed.length === 0 || allowed.some((word) => word.includes(stem))) return true;
  const named = (text.match(/[가-힣]+/gu) ?? []).filter((word) => word.includes(stem));
  return named.length === 0 || !named.every(endsAsModifier);
}

function isSameEnglishAct(text: string, phrase: string): boolean {
  const verb = ENGLISH_ACT.exec(phrase)?.[1]?.toLowerCase();
  if (verb === undefined) return true;
  const form = verb.length < 5 ? String.raw`${verb}\w{0,4}` : String.raw`${verb.replace(/e$/u, '')}\w*`;
  const is = (pattern: string): boolean => new RegExp(pattern, 'iu').test(text);
  if (!is(String.raw`\b${form}\b`)) return true;
  const past = String.raw`\b${verb.replace(/e$/u, '')}ed\b`;
  // `Donated leave comes later` is said of what was donated.
  const isModifier = is(past) && !is(String.raw`\b(?:be|been|being|is|are|was|were|get)\s+(?:\w+ly\s+)?${past}`);
  if (isModifier && !is(String.raw`\b(?!${past})${form}\b`)) return false;
  if (!HAS_MODAL.test(text)) return true;
  return (
    is(String.raw`${MODAL}\s+(?:${BETWEEN}){0,3}${form}\b`) ||
    is(String.raw`${MODAL}\b[^.;]{0,60}\b(?:or|and)\s+${form}\b`) ||
    is(String.raw`(?<!how )\bto\s+${form}\b`) ||
    ALLOWS.test(text)
  );
}

/**
 * Whether what a text allows may be the act of a permission. `You can check how many donated hours you have` does not allow to donate,
 * `빌려준 장비를 확인할 수 있다` does not allow to lend.
 */
export function isSameAct(text: string, phrase: string): boolean {
  if (hasHangul(text) !== hasHangul(phrase)) return true;
  return hasHangul(phrase) ? isSameKoreanAct(text, phrase) : isSameEnglishAct(text, phrase);
}

/* ---------------------------------------------------------------- names of several words */

const LINKS = new Set(['of', 'the', 'and', 'for', 'a', 'an', 'in', 'at', 'to']);
const SHARED_LETTERS = 6;
/** Other words that a name may have between its own: `the head of all design`. */
const OTHERS_BETWEEN = 2;

function nameWords(phrase: string): string[] {
  return (phrase.match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter((word) => !LINKS.has(word.toLowerCase()));
}

/** Whether a phrase is a name of several words: `Head of Design`, `OPS QA LEAD`. */
export function isName(phrase: string): boolean {
  const words = nameWords(phrase);
  return words.length >= 2 && words.every((word) => /^(?:\p{Lu}|\d)/u.test(word)) && !hasHangul(phrase);
}

function isSameNameWord(word: string, token: string): boolean {
  if (word === token || token === `${word}s` || word === `${token}s`) return true;
  const least = Math.min(word.length, token.length, SHARED_LETTERS);
  return least >= 5 && word.slice(0, least) === token.slice(0, least);
}

/** Whether a text has the words of a name next to each other, in any order; words all over a sentence are not the name. */
export function holdsName(phrase: string, text: string): boolean {
  const wanted = nameWords(phrase).map((word) => word.toLowerCase());
  const tokens = (text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((token) => token.replace(/['’]s$/u, ''));
  const width = wanted.length + OTHERS_BETWEEN;
  return tokens.some((_, i) => {
    const window = tokens.slice(i, i + width);
    return wanted.every((word) => window.some((token) => isSameNameWord(word, token)));
  });
}

/** Whether a place is the target of a link: `[list](/tools/timedesk)`. */
export function isInLinkTarget(text: string, { start, end }: TextSpan): boolean {
  const before = text.slice(Math.max(0, start - 300), start);
  const opened = before.lastIndexOf('](');
  return opened !== -1 && !/[)\s]/u.test(before.slice(opened + 2)) && /^[^(\s]*\)/u.test(text.slice(end));
}

/* ---------------------------------------------------------------- who acts, and for whom */

const ASKS_WHO = /누가|누구|누굴|\bwho(?:m|se)?\b/iu;
const KOREAN_TOPIC =
  /(?<![가-힣])([가-힣]{0,12}(?:위원|연구원|직원|교원|임원|회원|[총원소실처국부과팀관교단터학의회사]장|위원장|감사|간사|이사|교수|강사|조교|위원회|이사회|학생|책임자|담당자|보조원))(?:은|는)(?=\s)/gu;
const PASSIVE = /^(?:\W|the\b|an?\b|all\b)*([a-z][a-z -]{2,40}?)\s+(?:is|are|(?:shall|will|must) be)\s+\w+\s+by\b/iu;

interface Placed extends TextSpan {
  /** The sentence of the phrase; offsets count in it. */
  readonly text: string;
}

/** Those of whom a sentence says something, before the phrase. */
function topicsOf({ text, start }: Placed): string[] {
  if (hasHangul(text)) return [...text.slice(0, start).matchAll(KOREAN_TOPIC)].slice(-1).map((match) => match[1] ?? '');
  const [, topic] = PASSIVE.exec(text) ?? [];
  return topic === undefined ? [] : [topic];
}

function isSameTopic(a: string, b: string): boolean {
  if (hasHangul(a) && hasHangul(b)) return a.endsWith(b) || b.endsWith(a);
  return termsOf(a).some((word) => termsOf(b).some((other) => isSameWord(word, other)));
}

/** Whether a clause says that somebody does not act: `총장은 관여하지 않습니다`. */
function isDeniedActor({ text, start, end }: Placed): boolean {
  const clause = clausesOf(text).find((part) => {
    const at = text.indexOf(part);
    return at <= start && start < at + part.length;
  });
  if (clause === undefined || clausePolarity(clause) !== 'negative') return false;
  const behind = text.slice(end);
  return /^(?:은|는|이|가)\s/u.test(behind) || /^\s+(?:is|are|does|do|has|have|will|plays?|takes?)\b/iu.test(behind);
}

/**
 * Whether a sentence names someone who acts, but for others than those asked about (`연구원은 총장이 임명한다` for the 원장), or says that they do
 * not act.
 */
export function isSaidOfOthers(
  place: Placed,
  phrase: string,
  { question, gold }: { readonly question: string; readonly gold: readonly string[] },
): boolean {
  if (!ASKS_WHO.test(question)) return false;
  const rules = gold
    .flatMap((text) => sayingsOf(text))
    .flatMap(({ text }) => placesOf(phrase, text).map((span): Placed => ({ ...span, text })));
  if (isDeniedActor(place) && !rules.some(isDeniedActor)) return true;
  const known = rules.flatMap(topicsOf);
  const said = topicsOf(place);
  if (known.length === 0 || said.length === 0) return false;
  const asked = hasHangul(place.text) ? [] : [question];
  return !said.some((topic) => [...known, ...asked].some((other) => isSameTopic(topic, other)));
}

/* ---------------------------------------------------------------- a repeated question */

const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const FEWEST_LETTERS = 8;

export const ONLY_REPEATS = 'It only repeats the question.';

/** Whether an answer only repeats its question, or a part of it that asks. */
export function repeatsQuestion(answer: string, question: string): boolean {
  const [said, asked] = [lettersOf(answer), lettersOf(question)];
  if (said.length < FEWEST_LETTERS) return false;
  return said === asked || (asked.includes(said) && /[?？]\s*$/u.test(answer));
}
