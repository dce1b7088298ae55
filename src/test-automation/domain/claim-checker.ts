import { Gold, Question } from './question.js';
import { SessionScope } from './session-scope.js';

export type ClaimVerdict = 'supported' | 'contradicted' | 'not_found';

/** A claim of an answer, held against a search of its own. */
export interface CheckedClaim {
  readonly claim: string;
  /** What was searched to verify it. */
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

/** A claim that makes an answer fail: the text contradicts it, or it states something checkable that stands nowhere. */
export function isFailedClaim(claim: CheckedClaim): boolean {
  return claim.verdict === 'contradicted' || (claim.verdict === 'not_found' && claim.checkable);
}

/** What a fact is read in. */
export interface FactContext {
  readonly question: string;
  readonly quote: string | null;
}

/** Where a claim is held against the documents. */
export interface CheckPlace {
  /** Day whose editions count; undefined is today. */
  readonly asOf: string | undefined;
  readonly scope: SessionScope;
}

/** Checks answers against the documents, apart from the passages that the answer was written from. */
export abstract class ClaimChecker {
  /**
   * With a gold passage the claims are held against it first, then against its document, then against a search.
   * @returns the claims with their verdicts; empty when the answer holds nothing that can be true or false
   */
  abstract check(
    answer: { readonly text: string; readonly question: string; readonly gold?: Gold },
    place: CheckPlace,
    signal: AbortSignal,
  ): Promise<readonly CheckedClaim[]>;

  /**
   * The one claim of an abstention, that the documents do not answer, held against a search of its own.
   * `contradicted` when a passage answers the question.
   */
  abstract checkAbstention(question: Question, place: CheckPlace, signal: AbortSignal): Promise<CheckedClaim>;

  /**
   * Whether the text states the fact: supported, contradicted or not said. Pure comparison, no search.
   * @param asked what was asked, and the passage that the fact is of: they tell a limit from its opposite
   */
  abstract states(text: string, fact: string, asked?: FactContext): ClaimVerdict;
}
