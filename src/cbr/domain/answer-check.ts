import { CategoryFilter } from '../../shared/domain/category-filter.js';

export interface CheckedAnswer {
  /** `not_evaluated`: nothing in it could be checked, or the documents say nothing about it. */
  readonly verdict: 'passed' | 'failed' | 'not_evaluated';
  /** In words, for the one who wanted to keep it. */
  readonly reasons: readonly string[];
}

/** Checks an answer's facts against the documents that the caller may see. */
export abstract class AnswerCheck {
  abstract check(
    confirmed: { readonly question: string; readonly answer: string },
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<CheckedAnswer>;
}
