import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Word } from '../../../text/clauses/words.js';
import { CheckedClaim, isFailedClaim } from '../../domain/claim-checker.js';
import { JudgedClaim } from './claims.js';
import { AnswerReading } from './judging-case.js';
import { wordShare } from './meaning.js';
import { OF_OTHER_PEOPLE } from './said-of-others.js';

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

/** What was amended or deleted, and whom or which office a rule names, the fact check reads by itself. */
const HISTORY = /삭제|개정|폐지|신설|\b(?:amended|repealed|deleted)\b/iu;
const NAMES_OTHERS = /other people|another office/u;

const isOfFactCheck = ({ claim, reasons }: CheckedClaim): boolean =>
  HISTORY.test(claim) || reasons.some((reason) => NAMES_OTHERS.test(reason));

/**
 * What the fact check holds against a claim, read again by meaning: a claim in other words that the passages support, or that adds nothing
 * to them, is no failure. Claims that repeat a clause, and those of an answer that names the wrong place, keep what the fact check says.
 */
export function withSecondOpinion(checked: readonly CheckedClaim[], reading: AnswerReading): CheckedClaim[] {
  return checked.map((claim) => {
    const compared = withClause(claim, reading);
    return overruled(compared, reading) ?? saidOfOthers(compared, reading) ?? compared;
  });
}

/** The words of a claim are all there, and the clause says them of other people: the fact check alone takes that for support. */
function saidOfOthers(claim: CheckedClaim, reading: AnswerReading): CheckedClaim | undefined {
  const second = claim.verdict === 'contradicted' ? undefined : sameClaim(claim, reading);
  if (second?.verdict !== 'contradicted' || !second.reasons.includes(OF_OTHER_PEOPLE)) return undefined;
  return {
    ...claim,
    verdict: 'contradicted',
    checkable: true,
    quote: second.quote,
    documentId: second.documentId ?? claim.documentId,
    chunkId: null,
    reasons: [...second.reasons],
  };
}

/** The nearest clause is shown beside what was not found as well, so that a person can check it. */
function withClause(claim: CheckedClaim, reading: AnswerReading): CheckedClaim {
  if (claim.quote !== null) return claim;
  const second = sameClaim(claim, reading);
  return { ...claim, quote: second?.quote ?? null, documentId: second?.documentId ?? claim.documentId };
}

const sameClaim = (claim: CheckedClaim, { claims }: AnswerReading): JudgedClaim | undefined =>
  claims.find(({ text }) => text.trim() === claim.claim.trim());

function overruled(claim: CheckedClaim, reading: AnswerReading): CheckedClaim | undefined {
  if (!isFailedClaim(claim) || isOfFactCheck(claim) || repeats(claim.claim, claim.quote)) return undefined;
  if (namesPlace(claim.claim) && reading.citation.right !== true) return undefined;
  const second = sameClaim(claim, reading);
  if (second === undefined || second.adds || second.verdict === 'contradicted') return undefined;
  if (repeats(claim.claim, second.quote)) return undefined;
  return {
    ...claim,
    verdict: second.verdict === 'supported' ? ('supported' as const) : ('not_found' as const),
    checkable: second.verdict === 'supported' && claim.checkable,
    quote: second.quote,
    documentId: second.documentId ?? claim.documentId,
    chunkId: null,
    reasons: [...second.reasons],
  };
}
