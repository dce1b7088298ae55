import { clauseReading } from '../../../text/clauses/clause-reading.js';
import { Word } from '../../../text/clauses/words.js';
import { CheckedClaim, isFailedClaim } from '../../domain/claim-checker.js';
import { isOfScope } from './changed-scope.js';
import { JudgedClaim } from './claims.js';
import { AnswerReading } from './judging-case.js';
import { wordShare } from './meaning.js';
import { OF_OTHER_PEOPLE } from './said-of-others.js';

/** A claim with this overlap repeats a clause with a change; the fact check compares it word for word. */
const REPEATS = 0.7;
const REPEATED = 0.5;

/** The text without its attribution and citations. */
const wordsOf = (text: string): readonly Word[] => clauseReading(text).words;

function repeats(claim: string, clause: string | null): boolean {
  if (clause === null) return false;
  const [own, other] = [wordsOf(claim), wordsOf(clause)];
  return wordShare(own, other) >= REPEATS && wordShare(other, own) >= REPEATED;
}

/** A claim that names a provision has to name the right one. */
const namesPlace = (text: string): boolean => clauseReading(text).citations.length > 0;

/** The fact check alone reads amendments and deletions, and the people and offices of a rule. */
const HISTORY = /삭제|개정|폐지|신설|\b(?:amended|repealed|deleted)\b/iu;
const NAMES_OTHERS = /other people|another office/u;

const isOfFactCheck = ({ claim, reasons }: CheckedClaim): boolean =>
  HISTORY.test(claim) || reasons.some((reason) => NAMES_OTHERS.test(reason));

/**
 * Reads the fact check's objection to a claim again by meaning: a paraphrase of the passages, or one that adds nothing to them, is not a
 * failure. Claims that repeat a clause, and claims of an answer that cites the wrong location, keep the result of the fact check.
 */
export function withSecondOpinion(checked: readonly CheckedClaim[], reading: AnswerReading): CheckedClaim[] {
  return checked.map((claim) => {
    const compared = withClause(claim, reading);
    return overruled(compared, reading) ?? saidOfOthers(compared, reading) ?? compared;
  });
}

/** The clause has all words of a claim but is about other people, an office or a case: the fact check alone counts that as support. */
function saidOfOthers(claim: CheckedClaim, reading: AnswerReading): CheckedClaim | undefined {
  const second = claim.verdict === 'contradicted' ? undefined : sameClaim(claim, reading);
  if (second?.verdict !== 'contradicted') return undefined;
  if (!second.reasons.some((reason) => reason === OF_OTHER_PEOPLE || isOfScope(reason))) return undefined;
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

/** The nearest clause is shown with unsupported claims as well, so that a person can check them. */
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
