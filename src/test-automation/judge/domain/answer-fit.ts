import { CheckedClaim } from '../../domain/claim-checker.js';
import { Question } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';
import { Word } from '../../../text/clauses/words.js';
import { termsOf, wordShare } from './meaning.js';

/** Characters before and after the gold passage in a cited text that count as offered next to it. */
const BEFORE = 150;
const AFTER = 300;

/** The first line of another provision. */
const HEADING = /\n\s{0,3}(?:#{1,6} |제\s?\d{1,4}\s?조|부\s*칙|(?:article|section|chapter) \d)/iu;
const EACH_HEADING = new RegExp(HEADING.source, 'giu');

/** A passage with its neighbourhood in a text, within its provision; undefined if the text does not have it. */
export function surroundingsOf(quote: string, text: string): string | undefined {
  const at = text.indexOf(quote);
  if (at === -1) return undefined;
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const start = [...before.matchAll(EACH_HEADING)].at(-1)?.index ?? 0;
  const after = text.slice(at + quote.length, at + quote.length + AFTER);
  const end = HEADING.exec(after)?.index ?? after.length;
  return before.slice(start) + quote + after.slice(0, end);
}

/** The gold passage and its neighbourhood in the cited texts: the details that an answer could give. */
export function offeredBy({ gold }: Question, sources: readonly TargetSource[]): string {
  const { quote, documentId } = gold;
  if (quote === null) return '';
  for (const source of sources) {
    const offered = source.documentId === documentId ? surroundingsOf(quote, source.quote) : undefined;
    if (offered !== undefined) return offered;
  }
  return quote;
}

/** A claim with this share of its words in the question or the gold passage is about the question. */
const ABOUT_SHARE = 0.3;

/** Whether a claim is about the question. What the documents say about anything else is right, and not relevant. */
export function isAbout(claim: string, asked: readonly Word[]): boolean {
  const terms = termsOf(claim);
  return terms.length === 0 || wordShare(terms, asked) >= ABOUT_SHARE;
}

/** An answer with the facts is relevant; claims about other topics cost up to half of the points. */
export function relevanceOf({ text }: Question, offered: string, claims: readonly CheckedClaim[]): number {
  const asked = termsOf(`${text} ${offered}`);
  return aboutShare(claims.map(({ claim }) => isAbout(claim, asked)));
}

/** Points for an answer whose claims are about the question, or not. */
export const aboutShare = (claims: readonly boolean[]): number =>
  claims.length === 0 ? 1 : Math.round(500 + 500 * (claims.filter(Boolean).length / claims.length)) / 1000;

/** Minimum share of an answer's n-grams that must be in the question or its provision for the same topic. */
const SHARED = 0.3;
/** With fewer n-grams a share is not meaningful: `3일 이내입니다.` */
const FEWEST_PIECES = 8;

/** Bigrams of Hangul syllables, and Latin words without their endings; no numbers, which any provision may contain. */
function piecesOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[가-힣]{2,}|\p{Script=Latin}{4,}/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /^[가-힣]/u.test(word)
        ? Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2))
        : [word.slice(0, 5)],
    ),
  );
}

/** Whether an answer has the topic of the texts, or is too short to decide. */
export function topicalOverlap(answer: string, texts: readonly string[]): boolean {
  const own = [...piecesOf(answer)];
  const known = piecesOf(texts.join('\n'));
  return own.length < FEWEST_PIECES || own.filter((piece) => known.has(piece)).length >= SHARED * own.length;
}
