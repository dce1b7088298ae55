import { ResultSummary } from '../domain/result-summary.js';
import { SessionOutcome, StoredSession } from '../domain/session-store.js';
import { isResultSummary, isOutcome, isSession, readJson } from './stored-session-json.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** A row of test_sessions. */
export interface SessionRow {
  readonly session_id: string;
  readonly session: string;
  readonly outcome: string | null;
}

/** A row of test_results. */
export interface ResultRow {
  readonly result_id: string;
  readonly result: string;
}

/** A row of test_results with that of test_result_summaries. */
export interface ResultSummaryRow {
  readonly result_id: string;
  /** Null for a result of a release that kept none. */
  readonly summary: string | null;
}

/** The result summaries of a session, or undefined if one is missing or of another version. */
export function summariesIn(rows: readonly ResultSummaryRow[]): readonly ResultSummary[] | undefined {
  const resultSummaries: ResultSummary[] = [];
  for (const { summary } of rows) {
    const value: unknown = summary === null ? undefined : JSON.parse(summary);
    if (!isResultSummary(value)) return undefined;
    resultSummaries.push(value);
  }
  return resultSummaries;
}

/** Sessions that count as experience with a question. */
export const EXPERIENCE_LIMIT = 200;

/** The summary of another version is computed again from the results. */
function outcomeIn(text: string | null): SessionOutcome | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return isOutcome(value) ? value : null;
}

function toStored(row: SessionRow): StoredSession {
  return {
    session: readJson(row.session, isSession),
    outcome: outcomeIn(row.outcome),
  };
}

/** About 100 KB each. The page that compares sessions lists this many, and lists are read repeatedly. */
const REMEMBERED = 128;

/** Sessions from their rows. An unchanged row is not parsed again, since parsing is most of the work of a list. */
export class StoredSessions {
  private readonly known: LruCache<string, { readonly row: SessionRow; readonly stored: StoredSession }>;

  constructor(capacity = REMEMBERED) {
    this.known = new LruCache(capacity);
  }

  /** @throws Error for a row of another version */
  readonly of = (row: SessionRow): StoredSession => {
    const found = this.known.get(row.session_id);
    const isSame = found?.row.session === row.session && found.row.outcome === row.outcome;
    const stored = isSame ? found.stored : toStored(row);
    this.known.set(row.session_id, { row, stored });
    return stored;
  };
}
