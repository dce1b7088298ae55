import { Language } from '../../text/language.js';
import { Citation, Source } from './answer.js';
import { hasSyllable } from '../../text/korean/hangul-syllable.js';

/** How a message asks to change the last answer. */
export type AnswerRevision =
  { readonly kind: 'repeat' } | { readonly kind: 'shorten' } | { readonly kind: 'translate'; readonly to: Language };

/** A longer message is a new question. */
const MAX_WORDS = 14;

const KOREAN = /^(?:한국어|한국말|한글|국문|우리말|korean)/iu;
const ENGLISH = /^(?:영어|영문|english)/iu;
const TRANSLATES = /^(?:번역|옮겨|통역|translate[ds]?|translation|translating)/iu;
const SHORTENS =
  /^(?:요약|줄여|짧게|짧은|짧고|간단히|간단하게|간단명료|간략|간결|축약|압축|핵심만|요점만|결론만|shorten|shorter|shortly|short|summari[sz]e|summary|condense|brief|briefly|briefer|concise|concisely|tldr|gist)/iu;
const REPEATS = /^(?:다시|반복|되풀이|재차|repeat|again|restate)/iu;
/** The answer by name. */
const ANSWER = /^(?:답|답변|대답|응답|answer|response|reply)(?:을|를|은|는|만|이|의|도|내용을?)?$/iu;
const LAST = /^(?:방금|마지막|이전|앞|위|직전|아까|last|previous|prior|earlier)(?:에|의)?$/iu;
/** Words around the request that name no topic. */
const AROUND =
  /^(?:방금|지금|아까|마지막|이전|직전|바로|전|앞|앞의|위|위의|그|그걸|그거|그것|그것을|그럼|그러면|이|이거|이걸|이것|이것을|네|당신의?|너의|한|하신|했던|해준|주신|말씀하신|말한|말씀|말|내용|내용을|설명|설명을|것|거|걸|것을|좀|한번|한|두|세|번|더|문장|문장으로|줄|줄로|마디로|말로|으로|로|써|해|해줘|해줄래|해주세요|해주실래요|하여|해서|줘|줄래|주세요|주십시오|주시겠어요|주실|수|있나요|있을까요|있어요|달라|부탁|부탁해|부탁해요|부탁드려요|부탁드립니다|부탁합니다|말해|말해줘|말해주세요|말씀해|알려|알려줘|알려주세요|보여|보여줘|들려|읽어|적어|답해|답해줘|답해주세요|대답해|설명해|설명해줘|설명해주세요|정리|정리해|정리해줘|정리해주세요|바꿔|바꿔줘|가능|가능할까요|가능한가요|뭐|뭐라고|뭐였지|뭐였죠|뭐였나요|무엇이었나요|했지|했죠|했나요|셨죠|하셨죠|하셨나요|can|could|would|will|you|please|the|a|an|your|my|me|i|us|that|this|it|in|into|to|for|from|of|with|what|was|were|did|just|say|said|saying|tell|told|give|gave|show|write|rewrite|rephrase|put|make|now|ok|okay|so|then|and|one|two|three|sentence|sentences|line|lines|word|words|once|more|time|few|simple|simply|version|text|thing|kindly|need|want|like|get|full|whole|message)$/iu;

/** `말해줘`, `말해 주세요`: the request in the verb; a verb alone is left out. */
const POLITE = /(?:줘요?|주세요|주십시오|줄래요?|주실래요|주시겠어요|주실|달라고?)$/u;

function words(message: string): string[] {
  return message
    .normalize('NFC')
    .replaceAll(/tl\s?;\s?dr/giu, 'tldr')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(POLITE, ''))
    .filter((word) => word !== '');
}

const isAnswerWord = (word: string): boolean =>
  [KOREAN, ENGLISH, TRANSLATES, SHORTENS, REPEATS, ANSWER, LAST, AROUND].some((pattern) => pattern.test(word));

/**
 * Returns how a message asks to repeat, shorten or translate the last answer (`방금 답변을 영어로 번역해 줘`, `Shorter, please`). A word that names a
 * topic makes the message a new question: `휴학 규정을 요약해 줘`.
 */
export function revisionOf(message: string): AnswerRevision | undefined {
  const all = words(message);
  if (all.length === 0 || all.length > MAX_WORDS || !all.every(isAnswerWord)) return undefined;
  const has = (pattern: RegExp): boolean => all.some((word) => pattern.test(word));
  if (has(KOREAN) || has(ENGLISH)) return { kind: 'translate', to: has(KOREAN) ? 'ko' : 'en' };
  // Without a language, into the other one.
  if (has(TRANSLATES)) return { kind: 'translate', to: hasSyllable(message) ? 'ko' : 'en' };
  const isShort =
    /\b(?:in|into) (?:one|two|three|a few) (?:sentences?|lines?|words?)\b|(?:한|두|세) ?(?:문장|줄|마디)/iu;
  if (has(SHORTENS) || isShort.test(message)) return { kind: 'shorten' };
  if (has(REPEATS) || (has(ANSWER) && has(LAST)) || /\bonce more\b|한 ?번 더/iu.test(message))
    return { kind: 'repeat' };
  return undefined;
}

/** The visible part of an answer: its text and citations. */
export interface ShownAnswer {
  readonly response: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
}

/** The answer up to the end of its first cited statement, with its mark. */
export function shortened<T extends ShownAnswer>(answer: T): T {
  const first = [...answer.citations].sort((a, b) => a.end - b.end)[0];
  if (first === undefined) return answer;
  const rest = answer.response.slice(first.end);
  const mark = /^[^\S\n]{0,3}(?:\[\d{1,3}\]){1,5}/u.exec(rest)?.[0] ?? '';
  const response = answer.response.slice(0, first.end) + mark;
  const citations = answer.citations.filter(({ end }) => end <= response.length);
  const cited = new Set(citations.map(({ sourceN }) => sourceN));
  return { ...answer, response, citations, sources: answer.sources.filter(({ n }) => cited.has(n)) };
}

const marksOf = (text: string): string => (text.match(/\[\d{1,3}\]/gu) ?? []).sort().join(' ');
const numbersOf = (text: string): string =>
  (
    text
      .replaceAll(/\[\d{1,3}\]/gu, ' ')
      .replaceAll(/(?<=\d),(?=\d)/gu, '')
      .match(/\d+(?:\.\d+)?/gu) ?? []
  )
    .sort()
    .join(' ');

/**
 * The answer in another language, as a model wrote it; each span before a mark takes the citation of that mark.
 * @returns undefined if a number or a mark was lost or added
 */
export function translated<T extends ShownAnswer>(answer: T, text: string): T | undefined {
  if (
    text.trim() === '' ||
    numbersOf(text) !== numbersOf(answer.response) ||
    marksOf(text) !== marksOf(answer.response)
  )
    return undefined;
  const quoted = new Map(answer.citations.map((citation) => [citation.sourceN, citation]));
  const citations: Citation[] = [];
  let from = 0;
  for (const { 0: mark, 1: n, index } of text.matchAll(/\[(\d{1,3})\]/gu)) {
    const citation = quoted.get(Number(n));
    const start = from + (/^\s{0,20}/u.exec(text.slice(from))?.[0].length ?? 0);
    const end = start + text.slice(start, index).trimEnd().length;
    if (citation !== undefined && end > start) citations.push({ ...citation, start, end });
    from = index + mark.length;
  }
  return { ...answer, response: text, citations };
}

/** The unchanged answer, after a line that explains why it is not translated. */
export function untranslated<T extends ShownAnswer>(answer: T, note: string): T {
  const head = `${note}\n\n`;
  return {
    ...answer,
    response: head + answer.response,
    citations: answer.citations.map((one) => ({ ...one, start: one.start + head.length, end: one.end + head.length })),
  };
}
