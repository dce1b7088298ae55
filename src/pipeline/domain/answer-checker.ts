import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Language } from '../../text/language.js';

export type Verdict = 'supported' | 'contradicted' | 'not_found';

/** A claim of an answer; offsets in the answer's text. */
export interface CheckedClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly evidence: { readonly id: string; readonly quote: string } | null;
  readonly reasons: readonly string[];
  /** Contains a number, date, provision or name, so that a passage must confirm it. */
  readonly checkable: boolean;
}

export interface CheckRequest {
  readonly answer: string;
  readonly question: string;
  readonly language: Language;
  /** The passages that the claims are compared with. */
  readonly evidence: readonly {
    readonly id: string;
    readonly text: string;
    /** Title and section: the topic of the passage, whose words the passage itself may omit. */
    readonly heading: string;
  }[];
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today without it. */
  readonly asOf: string | undefined;
}

export interface CheckResult {
  readonly claims: readonly CheckedClaim[];
  /** False if a claim is contradicted, or a checkable claim is not found. */
  readonly passed: boolean;
  /** False if the answer contains no claim; `passed` then has no meaning. */
  readonly evaluated: boolean;
}

/** Checks the claims of an answer against passages. The adapter in infrastructure uses the fact-check feature. */
export abstract class AnswerChecker {
  abstract check(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}

/** Result of the fact check, for the reader of the answer. */
export interface FactCheckSummary {
  /**
   * `quotes`: the answer consists of exact quotes; `claims`: its claims were compared with the passages. The other values say why there was
   * no check.
   */
  readonly method: 'quotes' | 'claims' | 'nothing_to_check' | 'not_evaluated';
  readonly claims: number;
  readonly supported: number;
  readonly contradicted: number;
  readonly not_found: number;
  /** Drafts that were checked. */
  readonly attempts: number;
  /** Number of claims that were removed from the answer. */
  readonly left_out: number;
  /** Result for the last draft, before claims were removed; null if nothing was checked. */
  readonly passed: boolean | null;
}
