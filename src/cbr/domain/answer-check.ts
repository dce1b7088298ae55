import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

export interface CheckedAnswer {
  /** `not_evaluated`: nothing in it could be checked, or the documents say nothing about it. */
  readonly verdict: 'passed' | 'failed' | 'not_evaluated';
  /** In words, for the one who wanted to keep it. */
  readonly reasons: readonly string[];
  /** The quotes that bear the answer out; none where nothing could be checked. */
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
