import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { CountedRating, Feedback } from './feedback.js';
import { CaseFeatures } from './selector/case-features.js';

/** A suggestion that was made. */
export interface SuggestionLog {
  readonly logId: string;
  readonly timestamp: string;
  readonly query: string;
  readonly categoryPath: CategoryPath | null;
  /** Best first, with their features at that time. */
  readonly suggested: readonly { readonly caseId: string; readonly features: CaseFeatures }[];
  readonly executionTimeMs: number;
  readonly similarityMethod: string;
  /** The calling key. */
  readonly userId: string;
}

/** A suggestion with its feedback. */
export interface CaseLog {
  readonly logId: string;
  readonly timestamp: string;
  readonly query: string;
  readonly categoryPath: CategoryPath | null;
  readonly suggestedCaseIds: readonly string[];
  readonly pickedCaseIds: readonly string[];
  readonly successFlag: boolean | null;
  readonly feedback: string | null;
  readonly executionTimeMs: number;
  readonly similarityMethod: string;
  readonly userId: string;
}

export interface LogQuery {
  readonly userId: string;
  /** Cases outside the filter are omitted, also in logs from before the key was narrowed. */
  readonly filter: CategoryFilter;
  readonly limit: number;
  readonly successOnly: boolean;
}

/** Which logs of a case. */
export interface LogsOfCase {
  readonly caseId: string;
  /** Undefined: those of every key. */
  readonly userId: string | undefined;
  /** Other cases of these logs that are outside the filter are omitted. */
  readonly filter: CategoryFilter;
  readonly limit: number;
}

/** Identifies a rating: one per key, log and case. */
export interface RatingKey {
  readonly userId: string;
  readonly logId: string;
  readonly caseId: string;
}

/**
 * Suggestions and ratings. Logs belong to the key that created them. Writing methods are called inside a
 * CaseTransaction.
 */
export abstract class CaseLogs {
  /** Writes the log and counts the suggestion. */
  abstract record(log: SuggestionLog): Promise<void>;
  /** Newest first; `total` counts all that match. */
  abstract list(query: LogQuery): Promise<{ readonly logs: readonly CaseLog[]; readonly total: number }>;
  /** Logs that suggested the case, or that it was rated in; newest first. `total` counts all of them. */
  abstract ofCase(query: LogsOfCase): Promise<{ readonly logs: readonly CaseLog[]; readonly total: number }>;
  /** Whether this key's log suggested the case. */
  abstract suggested(key: RatingKey): Promise<boolean>;
  abstract ratingOf(key: RatingKey): Promise<CountedRating | undefined>;
  /**
   * Stores the rating, updates the counters of the case's category, and adds it to the log if the log suggested the
   * case.
   */
  abstract rate(key: RatingKey, rating: CountedRating, at: string): Promise<void>;
  /** Successes over rated uses of a case, from its ratings; undefined before any. */
  abstract successRate(caseId: string): Promise<number | undefined>;
  /** The newest logs with a rating, oldest first, for fitting. */
  abstract ratedLogs(limit: number): Promise<readonly RatedLog[]>;
}

/** A log with the rating of each of its cases that was rated. */
export interface RatedLog {
  readonly suggested: readonly {
    readonly features: CaseFeatures;
    readonly feedback: Feedback | null;
    readonly success: boolean | null;
  }[];
}
