import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

export interface ConfirmedAnswer {
  readonly question: string;
  readonly answer: string;
  readonly categoryPath: CategoryPath;
  /** Trace of the answer: the origin of the case. */
  readonly traceId: string;
  /** Quotes of the answer. */
  readonly sources: readonly QuotedSource[];
}

/** The result for a confirmed answer. */
export type KeptCase =
  | { readonly outcome: 'created' | 'merged'; readonly caseId: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Port: the case base, for confirmed answers. */
export abstract class FeedbackCases {
  /** Refused if the fact check fails, if the path is outside the filter, or if there is no case base. */
  abstract keep(confirmed: ConfirmedAnswer, filter: CategoryFilter, signal: AbortSignal): Promise<KeptCase>;
  /** Removes a case that was created from an answer; no effect if it does not exist. */
  abstract withdraw(caseId: string, filter: CategoryFilter): Promise<void>;
}
