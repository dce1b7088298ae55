import { SessionOutcome, StoredSession } from '../domain/session-store.js';
import { isOutcome, isSession, readJson } from './stored-session-json.js';

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
