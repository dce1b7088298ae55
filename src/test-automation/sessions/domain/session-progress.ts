import { TestResult, Verdict } from '../../domain/test-result.js';
import { SessionStatus } from './test-session.js';

/** A result as published while the session runs; its row is at /results. */
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

/** An event of a session. */
export type SessionEvent =
  | { readonly type: 'status'; readonly status: SessionStatus; readonly error: string | null }
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly success: number }
  | { readonly type: 'result'; readonly result: ResultNote };

/** Publishes events to the watchers of a session; nothing is stored. */
export abstract class SessionProgress {
  /** @returns when the event has been sent to all; never rejects */
  abstract publish(sessionId: string, event: SessionEvent): Promise<void>;
}
