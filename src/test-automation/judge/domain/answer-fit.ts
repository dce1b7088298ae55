import { CheckedClaim } from '../../domain/claim-checker.js';
import { Question, surroundingsOf } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';
import { Word } from '../../../text/clauses/words.js';
import { termsOf, wordShare } from './meaning.js';

/** The gold passage and its neighbourhood in the cited texts: the details that the answer had before it. */
export function citedAround({ gold }: Question, sources: readonly TargetSource[]): string {
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

/** The texts that decide what a claim is about. */
export interface Topics {
  /** The question and the gold passage with its exceptions. */
  readonly asked: readonly Word[];
  /** The rest of the provision. */
  readonly beside: readonly Word[];
}

/** 1 for a claim about the question, half for one about the rest of the provision, 0 for any other. */
export const nearTopic = (claim: string, { asked, beside }: Topics): number =>
  isAbout(claim, asked) ? 1 : isAbout(claim, beside) ? 0.5 : 0;

/** An answer with the facts is relevant; claims about other topics cost up to half of the points. */
export function relevanceOf(
  { text }: Question,
  { gold, offered }: { readonly gold: string; readonly offered: string },
  claims: readonly CheckedClaim[],
): number {
  const topics = { asked: termsOf(`${text} ${gold}`), beside: termsOf(offered) };
  return aboutShare(claims.map(({ claim }) => ({ length: claim.length, near: nearTopic(claim, topics) })));
}

/** Points for the share of an answer, by length, that is about the question. */
export function aboutShare(claims: readonly { readonly length: number; readonly near: number }[]): number {
  const whole = claims.reduce((sum, { length }) => sum + length, 0);
  if (whole === 0) return 1;
  return Math.round(500 + (500 * claims.reduce((sum, { length, near }) => sum + length * near, 0)) / whole) / 1000;
}

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
