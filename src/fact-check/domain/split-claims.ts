import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { TextSpan, trimmedSpan } from '../../text/text-span.js';
import { contentWords } from '../../text/clauses/words.js';
import { spanPieces } from './span-pieces.js';

/** Marks that point to sources: `[1]`, `[1, 2]`. */
const CITATION_MARK = /(?<!\s)\s*\[\d{1,3}(?:\s*[,-]\s*\d{1,3})*\]/gu;
const QUESTION = /[?？]["'”’)\]]*$/u;
const HEADING = /^#{1,6}\s/u;
const LIST_LABEL = /^(?:[-*•·+]\s+|\d{1,3}[.)]\s+|[①-⑳]\s*|\*\*)+/u;
const POLITE =
  /^(?:안녕하세요|감사합니다|고맙습니다|네|아니요|예|알겠습니다|도움이 되[^.]{0,20}|추가로 궁금[^.]{0,30}|hello|hi|hey|thanks|thank you|sure|certainly|of course|you(?:'|’)re welcome|yes|no|i hope this helps|let me know[^.]{0,60}|here(?:'|’)s what[^.]{0,40}|please (?:let me know|feel free)[^.]{0,60})[^\p{L}]*$/iu;
/** `출처: 장비 규칙 제2조`, `(장비 규칙 제2조)`: the source of a sentence, which is not a separate claim. */
const SOURCE_LINE =
  /^(?:(?:출처|근거|근거 규정|관련 규정|참고|참조|sources?|references?|see|based on)\s?[:：]|[(（\[][^()（）\[\]]{0,80}(?:제\s?\d{1,4}\s?조|(?:Article|Section|§)\s?\d)[^()（）\[\]]{0,40}[)）\]][.\s]*$)/iu;
/** Maximum length of a line of sources; a longer line has other content. */
const LONGEST_SOURCE_LINE = 120;

/** Minimum number of words of a claim. */
const MIN_WORDS = 2;

/** A claim of an answer: its offsets, and its text without marks. */
export interface ClaimSpan extends TextSpan {
  readonly text: string;
}

/** The part without label and citation marks; undefined if it contains no claim. */
function claimOf(answer: string, span: TextSpan): ClaimSpan | undefined {
  const raw = answer.slice(span.start, span.end);
  if (HEADING.test(raw) || QUESTION.test(raw.replace(CITATION_MARK, '').trim())) return undefined;
  const label = LIST_LABEL.exec(raw)?.[0].length ?? 0;
  const trailing = /(?:\s{0,20}\[\d{1,3}(?:\s{0,9}[,-]\s{0,9}\d{1,3}){0,20}\]){1,20}\s*$/u.exec(raw)?.[0].length ?? 0;
  const place = trimmedSpan(answer, span.start + label, span.end - trailing);
  if (place === undefined) return undefined;
  const text = answer.slice(place.start, place.end);
  if (POLITE.test(text.trim())) return undefined;
  if (text.length <= LONGEST_SOURCE_LINE && SOURCE_LINE.test(text.trim())) return undefined;
  const isClaim = contentWords(text).length >= MIN_WORDS || /\d/u.test(text);
  return isClaim && /\p{L}/u.test(text) ? { ...place, text } : undefined;
}

/** Splits sentences at semicolons; the text after one is a separate statement. */
function parts(answer: string, span: TextSpan): TextSpan[] {
  const found: TextSpan[] = [];
  let start = span.start;
  for (let i = span.start; i < span.end; i++) {
    if (answer.charAt(i) !== ';') continue;
    found.push({ start, end: i });
    start = i + 1;
  }
  return [...found, { start, end: span.end }];
}

/**
 * Claims of an answer, in order, not overlapping: sentences and their parts between semicolons. Questions, headings, greetings and parts
 * without two content words or a number are not claims. A sentence that only names the source belongs to the claim before it.
 */
export function splitClaims(answer: string): ClaimSpan[] {
  const claims: ClaimSpan[] = [];
  for (const sentence of sentenceSpans(answer))
    for (const part of parts(answer, sentence).flatMap((one) => spanPieces(answer, one))) {
      const claim = claimOf(answer, part);
      const last = claims.at(-1);
      if (claim !== undefined) claims.push(claim);
      else if (last !== undefined && isSourceOf(answer, last, part))
        claims[claims.length - 1] = upTo(answer, last, part);
    }
  return claims;
}

/** `Boats are hired out for 9 days. Source: Boats.`: where the sentence before it comes from. */
const NAMED_SOURCE = /^[*_(]{0,3}(?:Sources?|References?)[*_]{0,2}\s?:/u;

function isSourceOf(answer: string, claim: ClaimSpan, { start, end }: TextSpan): boolean {
  const isNext = answer.slice(claim.end, start).trim() === '';
  return isNext && end - start <= LONGEST_SOURCE_LINE && NAMED_SOURCE.test(answer.slice(start, end).trim());
}

const upTo = (answer: string, { start }: ClaimSpan, part: TextSpan): ClaimSpan => {
  const { end } = trimmedSpan(answer, start, part.end) ?? part;
  return { start, end, text: answer.slice(start, end) };
};

/** Comparisons of a sentence with a sentence in one request: about two seconds of processor time. */
const MOST_COMPARISONS = 250_000;
/** A sentence without an end counts by its length: the time of a comparison grows with it. */
const LONG_SENTENCE = 300;
const ENDS = /[.!?。？！…]["'”’)\]]{0,3}(?=\s)|\n/gu;

/** About how many sentences texts have, in a fraction of the time that it takes to read them. */
function roughSentences(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.max(text.match(ENDS)?.length ?? 0, text.length / LONG_SENTENCE) + 1, 0);
}

/**
 * Refuses what would take too long, before any of it is read.
 * @param claims texts whose sentences are each compared with those of `evidence`
 * @throws InvalidInputError
 */
export function checkComparisons(claims: readonly string[], evidence: readonly string[]): void {
  const [left, right] = [claims, evidence].map((texts) => Math.ceil(roughSentences(texts)));
  const product = (left ?? 0) * (right ?? 0);
  if (product <= MOST_COMPARISONS) return;
  const detail = `comparing about ${left} sentences of the answer with about ${right} of the evidence makes ${product} comparisons, and the maximum is ${MOST_COMPARISONS}; send a shorter answer or less evidence`;
  throw new InvalidInputError([{ pointer: '', detail }]);
}
