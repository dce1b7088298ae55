import { CaseLog, RatedLog } from '../domain/case-logs.js';
import { Feedback, FEEDBACKS } from '../domain/feedback.js';
import { isCaseFeatures } from '../domain/selector/case-features.js';
import { readStrings } from './case-rows.js';

/** A row of cbr_logs. */
export interface LogRow {
  readonly log_id: string;
  readonly timestamp: string;
  readonly query: string;
  readonly category_path: string | null;
  readonly suggested_case_ids: string;
  readonly picked_case_ids: string;
  readonly success_flag: number | null;
  readonly feedback: string | null;
  readonly execution_time_ms: number;
  readonly similarity_method: string;
  readonly user_id: string;
}

/** A row of cbr_feedback. */
export interface RatingRow {
  readonly feedback: string;
  readonly success: number | null;
  readonly quality_change: number;
  readonly path_id: number;
}

/** A case of a rated log, with its rating if any. */
export interface RatedCaseRow {
  readonly log: number;
  readonly features: string;
  readonly feedback: string | null;
  readonly success: number | null;
}

/** Maximum number of unrated logs, and the number of suggestions between two cleanups. Counters and rated logs stay. */
export const KEPT_UNRATED = 200_000;
export const PRUNE_EVERY = 1_000;
/** The rank of a case that was rated in a log that did not suggest it. */
export const NOT_SUGGESTED = -1;
/** The similarity method of a log with only a rating. */
export const NO_SUGGESTION = 'unknown';

export function toFeedback(value: string | null): Feedback | null {
  return FEEDBACKS.find((feedback) => feedback === value) ?? null;
}

export const toFlag = (value: number | null) => (value === null ? null : value === 1);
export const fromFlag = (value: boolean | null) => (value === null ? null : Number(value));

export function toLog(row: LogRow): CaseLog {
  return {
    logId: row.log_id,
    timestamp: row.timestamp,
    query: row.query,
    categoryPath: row.category_path === null ? null : readStrings(row.category_path),
    suggestedCaseIds: readStrings(row.suggested_case_ids),
    pickedCaseIds: readStrings(row.picked_case_ids),
    successFlag: toFlag(row.success_flag),
    feedback: row.feedback,
    executionTimeMs: row.execution_time_ms,
    similarityMethod: row.similarity_method,
    userId: row.user_id,
  };
}

/** Groups the rows by log, in order; a case with features of another version is left out. */
export function toRatedLogs(rows: readonly RatedCaseRow[]): RatedLog[] {
  const logs = new Map<number, RatedLog['suggested'][number][]>();
  for (const row of rows) {
    const features: unknown = JSON.parse(row.features);
    if (!isCaseFeatures(features)) continue;
    const suggested = logs.get(row.log) ?? [];
    suggested.push({ features, feedback: toFeedback(row.feedback), success: toFlag(row.success) });
    logs.set(row.log, suggested);
  }
  return [...logs.values()].map((suggested) => ({ suggested }));
}
