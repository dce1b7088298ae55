import { CheckedClaim } from '../../domain/claim-checker.js';
import { Question, surroundingsOf } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';
import { Word } from '../../../text/clauses/words.js';
import { isSameWord, termsOf, wordShare } from './meaning.js';

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

/** The texts that decide what a claim is about. */
export interface Topics {
  /** The question and the gold passage with its exceptions. */
  readonly asked: readonly Word[];
  /** The rest of the provision. */
  readonly beside: readonly Word[];
}

/** A claim with this share of its words in the question or the gold passage says nothing else. */
const WHOLE_SHARE = 0.6;
/** A claim with this share of its words in the provision is the provision's own, wherever it was found. */
const OWN_SHARE = 0.9;

/**
 * 1 for a claim about the question and nothing else, less for one with other words, half for one about the rest of the provision, 0 for any
 * other. What another document says is about another body or case (`위원의 임기는 3년으로 한다` of another committee) and counts half.
 * @param isElsewhere whether the claim is in a document other than that of the gold passage
 */
export function nearTopic(claim: string, { asked, beside }: Topics, isElsewhere: boolean): number {
  const terms = termsOf(claim);
  if (terms.length === 0) return 1;
  const share = wordShare(terms, asked);
  const other = isElsewhere && wordShare(terms, beside) < OWN_SHARE ? 0.5 : 1;
  if (share < ABOUT_SHARE) return wordShare(terms, beside) >= ABOUT_SHARE ? 0.5 * other : 0;
  const excess = Math.max(0, WHOLE_SHARE - share) / (WHOLE_SHARE - ABOUT_SHARE);
  return (1 - 0.5 * excess) * other;
}

/** An answer with the facts is relevant; claims about other topics cost up to half of the points. */
export function relevanceOf(
  { text, gold: { documentId: own } }: Question,
  { gold, offered }: { readonly gold: string; readonly offered: string },
  claims: readonly CheckedClaim[],
): number {
  const topics = { asked: termsOf(`${text} ${gold}`), beside: termsOf(offered) };
  return aboutShare(
    claims.map(({ claim, documentId }) => ({
      length: claim.length,
      near: nearTopic(claim, topics, own !== null && documentId !== null && documentId !== own),
    })),
  );
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

/** A statement has its topic by at least this number of content words: one may be shared by chance. */
const FEWEST_SHARED = 2;

/**
 * Whether one statement has the topic of the texts, however short it is.
 * @param statement with the titles of the pages that have it
 * @param facts that it states: their words are in a statement about any topic
 */
export function isOfTopic(statement: string, texts: readonly string[], facts: readonly string[]): boolean {
  const isIn = (word: Word, words: readonly Word[]) => words.some((other) => isSameWord(word, other));
  const [stated, known] = [termsOf(facts.join('\n')), termsOf(texts.join('\n'))];
  const own = termsOf(statement).filter((word) => !isIn(word, stated));
  const shared = own.filter((word) => isIn(word, known)).length;
  return shared >= FEWEST_SHARED && shared >= SHARED * own.length;
}

/** Whether an answer has the topic of the texts, or is too short to decide. */
export function topicalOverlap(answer: string, texts: readonly string[]): boolean {
  const own = [...piecesOf(answer)];
  const known = piecesOf(texts.join('\n'));
  return own.length < FEWEST_PIECES || own.filter((piece) => known.has(piece)).length >= SHARED * own.length;
}
