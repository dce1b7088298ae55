import { ResultGist } from '../domain/result-gist.js';
import { SessionOutcome, StoredSession } from '../domain/session-store.js';
import { isGist, isOutcome, isSession, readJson } from './stored-session-json.js';

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

/** A row of test_results with that of test_gists. */
export interface GistRow {
  readonly result_id: string;
  /** Null for a result of a release that kept none. */
  readonly gist: string | null;
}

/** The gists of a session, or undefined where one is missing or of another version. */
export function gistsIn(rows: readonly GistRow[]): readonly ResultGist[] | undefined {
  const gists: ResultGist[] = [];
  for (const { gist } of rows) {
    const value: unknown = gist === null ? undefined : JSON.parse(gist);
    if (!isGist(value)) return undefined;
    gists.push(value);
  }
  return gists;
}

/** Sessions that count as experience with a question. */
export const EXPERIENCE_LIMIT = 200;

/** What another version wrote is summed up anew from the results. */
function outcomeIn(text: string | null): SessionOutcome | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return isOutcome(value) ? value : null;
}

export function toStored(row: SessionRow): StoredSession {
  return {
    session: readJson(row.session, isSession),
    outcome: outcomeIn(row.outcome),
  };
}
