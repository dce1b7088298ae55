import { TestResult, Verdict } from '../../domain/test-result.js';
import { SessionStatus } from './test-session.js';

/** A result as it is told while the session runs; its row is at /results. */
export interface ResultNote {
  readonly resultId: string;
  readonly personaId: string;
  readonly query: string;
  readonly verdict: Verdict;
  readonly score: number | null;
  readonly failureType: string | null;
  readonly scenarioId: string | null;
  readonly turn: number | null;
}

export function noteOf({ judgement, ...result }: TestResult): ResultNote {
  const { resultId, personaId, query, scenarioId, turn } = result;
  const { verdict, score, failureType } = judgement;
  return { resultId, personaId, query, verdict, score, failureType, scenarioId, turn };
}

/** What happens in a session, as it happens. */
export type SessionEvent =
  | { readonly type: 'status'; readonly status: SessionStatus; readonly error: string | null }
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly success: number }
  | { readonly type: 'result'; readonly result: ResultNote };

/** Tells whoever watches a session; nothing is kept. */
export abstract class SessionProgress {
  /** @returns when it is on its way to all; never rejects */
  abstract publish(sessionId: string, event: SessionEvent): Promise<void>;
}
