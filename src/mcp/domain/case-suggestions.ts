import { CategoryFilter } from '../../shared/domain/category-filter.js';

export interface CaseQuestion {
  readonly query: string;
  readonly k: number;
  readonly owner: string;
  readonly filter: CategoryFilter;
}

/** Cases in the names of /cbr/suggest, or the reason why they are unavailable. */
export type SuggestedCases =
  | {
      readonly available: true;
      /** For feedback by POST /cbr/feedback. */
      readonly logId: string;
      readonly suggestions: readonly Readonly<Record<string, unknown>>[];
    }
  | { readonly available: false; readonly reason: string };

/** Port: earlier questions with their answers. The adapter in infrastructure uses the case base. */
export abstract class CaseSuggestions {
  abstract suggest(question: CaseQuestion, signal: AbortSignal): Promise<SuggestedCases>;
}
