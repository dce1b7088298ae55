import { Gold, Question } from './question.js';
import { SessionScope } from './session-scope.js';

export type ClaimVerdict = 'supported' | 'contradicted' | 'not_found';

/** A claim of an answer, with the result of its own search. */
export interface CheckedClaim {
  readonly claim: string;
  /** The query that verified it. */
  readonly query: string;
  readonly verdict: ClaimVerdict;
  /** Whether it states something that can be right or wrong: a number, a date, an article, a name. */
  readonly checkable: boolean;
  readonly quote: string | null;
  readonly documentId: string | null;
  readonly chunkId: string | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
}

/** A claim that fails an answer: the text contradicts it, or it states something checkable that no text contains. */
export function isFailedClaim(claim: CheckedClaim): boolean {
  return claim.verdict === 'contradicted' || (claim.verdict === 'not_found' && claim.checkable);
}

/** The text that a fact is looked up in. */
export interface FactContext {
  readonly question: string;
  readonly quote: string | null;
}

/** The documents that a claim is compared with. */
export interface CheckPlace {
  /** Day of the editions; undefined is today. */
  readonly asOf: string | undefined;
  readonly scope: SessionScope;
}

/** An answer whose claims are checked. */
export interface AnswerToCheck {
  readonly text: string;
  readonly question: string;
  readonly gold?: Gold;
  /** Ids of the documents that the answer cites. */
  readonly cited?: readonly string[];
}

/** Checks answers against the documents, independently of the passages that the answer was written from. */
export abstract class ClaimChecker {
  /**
   * With a gold passage the claims are compared with it first, then with its document, then with a search. A claim that a cited document
   * has word for word is supported, also if the search finds other documents with nearly the same words.
   * @returns the claims with their verdicts; empty if the answer contains nothing that can be true or false
   */
  abstract check(answer: AnswerToCheck, place: CheckPlace, signal: AbortSignal): Promise<readonly CheckedClaim[]>;

  /**
   * Checks the one claim of an abstention, that the documents do not answer, by its own search. `contradicted` if a passage answers the
   * question.
   */
  abstract checkAbstention(question: Question, place: CheckPlace, signal: AbortSignal): Promise<CheckedClaim>;

  /**
   * Whether the text states the fact: supported, contradicted or not said. Compares without a search.
   * @param asked the question and the passage of the fact; they distinguish a limit from its opposite
   */
  abstract states(text: string, fact: string, asked?: FactContext): ClaimVerdict;
}
