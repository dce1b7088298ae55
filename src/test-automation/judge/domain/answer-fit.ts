import { CheckedClaim } from '../../domain/claim-checker.js';
import { Question } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';
import { termsOf, wordShare } from './meaning.js';

/** Characters before and after the gold passage in a cited text that count as offered next to it. */
const BEFORE = 150;
const AFTER = 300;

/** The gold passage and its neighbourhood in the cited texts: the details that an answer could give. */
export function offeredBy({ gold }: Question, sources: readonly TargetSource[]): string {
  const { quote, documentId } = gold;
  if (quote === null) return '';
  for (const source of sources) {
    const at = source.documentId === documentId ? source.quote.indexOf(quote) : -1;
    if (at !== -1) return source.quote.slice(Math.max(0, at - BEFORE), at + quote.length + AFTER);
  }
  return quote;
}

/** A claim with this share of its words in the question or the gold passage is about the question. */
const ABOUT_SHARE = 0.3;

/** An answer with the facts is relevant; claims about other topics cost up to half of the points. */
export function relevanceOf({ text, gold }: Question, claims: readonly CheckedClaim[]): number {
  const asked = termsOf(`${text} ${gold.quote ?? ''}`);
  const about = claims.filter(({ claim }) => {
    const terms = termsOf(claim);
    return terms.length === 0 || wordShare(terms, asked) >= ABOUT_SHARE;
  });
  return claims.length === 0 ? 1 : Math.round(500 + 500 * (about.length / claims.length)) / 1000;
}
