import { ClauseReading } from '../../../fact-check/domain/reading/clause-reading.js';
import { Word } from '../../../fact-check/domain/reading/words.js';
import { CheckedClaim, isFailedClaim } from '../claim-checker.js';
import { AnswerReading } from './grade-answer.js';
import { wordShare } from './meaning.js';

/** A claim that shares so much with a clause repeats it with something changed; the fact check reads that word for word. */
const REPEATS = 0.7;
const REPEATED = 0.5;

/** Without what the text is ascribed to, and without citations. */
const wordsOf = (text: string): readonly Word[] => new ClauseReading(text).words;

function repeats(claim: string, clause: string | null): boolean {
  if (clause === null) return false;
  const [own, other] = [wordsOf(claim), wordsOf(clause)];
  return wordShare(own, other) >= REPEATS && wordShare(other, own) >= REPEATED;
}

/** A claim that names a provision has to name the right one. */
const namesPlace = (text: string): boolean => new ClauseReading(text).citations.length > 0;

/**
 * What the fact check holds against a claim, read again by meaning: a claim in other words that the passages support, or that adds nothing
 * to them, is no failure. Claims that repeat a clause, and those of an answer that names the wrong place, keep what the fact check says.
 */
export function withSecondOpinion(checked: readonly CheckedClaim[], reading: AnswerReading): CheckedClaim[] {
  return checked.map((claim) => {
    if (!isFailedClaim(claim) || repeats(claim.claim, claim.quote)) return claim;
    if (namesPlace(claim.claim) && reading.citation.right !== true) return claim;
    const second = reading.claims.find(({ text }) => text.trim() === claim.claim.trim());
    if (second === undefined || second.adds || second.verdict === 'contradicted' || repeats(claim.claim, second.quote))
      return claim;
    return {
      ...claim,
      verdict: second.verdict === 'supported' ? ('supported' as const) : ('not_found' as const),
      checkable: second.verdict === 'supported' && claim.checkable,
      quote: second.quote,
      documentId: second.documentId ?? claim.documentId,
      chunkId: null,
      reasons: [...second.reasons],
    };
  });
}
