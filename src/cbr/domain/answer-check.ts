import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

export interface CheckedAnswer {
  /** `not_evaluated`: no claim could be checked, or the documents do not mention it. */
  readonly verdict: 'passed' | 'failed' | 'not_evaluated';
  /** Reason as text, for the caller. */
  readonly reasons: readonly string[];
  /** The quotes that support the answer; empty if no claim could be checked. */
  readonly sources?: readonly QuotedSource[];
}

/** Checks an answer's facts against the documents that the caller may see. */
export abstract class AnswerCheck {
  abstract check(
    confirmed: { readonly question: string; readonly answer: string },
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<CheckedAnswer>;
}
