import { Citation, Source } from './answer.js';
import { hasSyllable } from '../../text/korean/hangul-syllable.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { contentTerms } from '../../text/tokens/content-terms.js';
import { requestInEnglish } from './revision-in-english.js';
import { requestInKorean } from './revision-in-korean.js';

/** How a message asks to change the last answer. */
export type AnswerRevision =
  | { readonly kind: 'repeat' }
  | { readonly kind: 'shorten' }
  /** `to`: the code of a language; undefined if the message names none. */
  | { readonly kind: 'translate'; readonly to: string | undefined };

/** A longer message is a new question. */
const MAX_WORDS = 18;

/**
 * Returns how a message asks to repeat, shorten or translate the last answer (`방금 답변을 영어로 번역해 줘`, `Shorter, please`): by a verb and a
 * reference to the answer. A word that names a topic makes the message a new question: `휴학 규정을 요약해 줘`.
 */
export function revisionOf(message: string): AnswerRevision | undefined {
  const text = message
    .normalize('NFC')
    .replaceAll(/tl\s?;\s?dr/giu, 'tldr')
    .replaceAll(/['’]/gu, '')
    .toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  const request = hasSyllable(text) ? requestInKorean(words) : requestInEnglish(words);
  if (request === undefined) return undefined;
  if (request.language !== undefined || request.translates) return { kind: 'translate', to: request.language };
  if (request.shortens) return { kind: 'shorten' };
  return request.repeats ? { kind: 'repeat' } : undefined;
}

/** The visible part of an answer: its text and citations. */
export interface ShownAnswer {
  readonly response: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
}

/** A line of a list, or a sentence that limits the one before it: neither is shown alone. */
const DEPENDENT =
  /^\s*(?:[-*•▪○●①-⑳]|\d{1,2}[.)]|[가-하][.)]|다만|단[,\s]|그러나|however|but|except|unless|otherwise)/iu;

/**
 * The part of a cited statement with most words of the question, the first of equal ones. A statement with a list, or with a limit to what it
 * says, stays whole: a part of it could say the opposite.
 */
function mainSentence(statement: string, asked: ReadonlySet<string>): { readonly start: number; readonly end: number } {
  const whole = { start: 0, end: statement.length };
  const spans = sentenceSpans(statement).filter(({ start, end }) => statement.slice(start, end).trim() !== '');
  const texts = spans.map(({ start, end }) => statement.slice(start, end));
  if (spans.length < 2 || texts.some((text) => DEPENDENT.test(text) || /[:：]\s*$/u.test(text))) return whole;
  return spans[mostAsked(texts, asked)] ?? whole;
}

/** Index of the text with most of the words that were asked for. */
function mostAsked(texts: readonly string[], asked: ReadonlySet<string>): number {
  const counts = texts.map((text) => new Set(contentTerms(text).filter((term) => asked.has(term))).size);
  return counts.indexOf(Math.max(...counts));
}

/**
 * The most important sentence of an answer, with its mark: the cited statement with most words of the question, and of that its main sentence.
 * @param question the question that the answer is for; without it the first statement counts
 */
export function shortened<T extends ShownAnswer>(answer: T, question = ''): T {
  const byEnd = [...answer.citations].sort((a, b) => a.end - b.end);
  const asked = new Set(contentTerms(question));
  const best =
    byEnd[
      mostAsked(
        byEnd.map(({ start, end }) => answer.response.slice(start, end)),
        asked,
      )
    ];
  if (best === undefined) {
    const { start, end } = mainSentence(answer.response, asked);
    return { ...answer, response: answer.response.slice(start, end).trim() };
  }
  const statement = answer.response.slice(best.start, best.end);
  const { start, end } = mainSentence(statement, asked);
  const text = statement.slice(start, end).trim();
  const mark = /^[^\S\n]{0,3}(?:\[\d{1,3}\]){1,5}/u.exec(answer.response.slice(best.end))?.[0] ?? '';
  const marked = new Set([...mark.matchAll(/\d+/gu)].map(([n]) => Number(n)));
  const citations = answer.citations
    .filter((one) => one === best || (one.start === best.start && one.end === best.end) || isMarked(one, best, marked))
    .map((one) => ({ ...one, start: 0, end: text.length }));
  const cited = new Set(citations.map(({ sourceN }) => sourceN));
  return { ...answer, response: text + mark, citations, sources: answer.sources.filter(({ n }) => cited.has(n)) };
}

/** Whether a citation supports the same statement under another mark. */
const isMarked = (one: Citation, best: Citation, marked: ReadonlySet<number>): boolean =>
  marked.has(one.sourceN) && one.end >= best.start && one.start <= best.end;

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
