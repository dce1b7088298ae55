import { TestResult, Verdict } from '../../domain/test-result.js';
import { SessionPhase, SessionStatus, TestSession } from './test-session.js';

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

/** What a running session does now, and since when. */
export interface PhaseEvent {
  readonly type: 'phase';
  readonly phase: SessionPhase;
  /** Steps of the phase; null if they are not counted. Questions are counted by the event `progress`. */
  readonly done: number | null;
  readonly total: number | null;
  /** Since the session started; a watcher's clock may differ from the server's. */
  readonly elapsedMs: number;
  /** Since the phase started. */
  readonly phaseElapsedMs: number;
}

/** The steps of a phase that are done. */
export interface CountedSteps {
  readonly done: number;
  readonly total: number;
}

/** Called when a phase begins, and for each counted step of it. */
export type PhaseListener = (phase: SessionPhase, steps?: CountedSteps) => Promise<void>;

/** The phase of a running session; undefined if it is not running. @param now the server's time */
export function phaseEventOf(
  { status, phase, startedAt }: TestSession,
  now: Date,
  steps?: CountedSteps,
): PhaseEvent | undefined {
  if (status !== 'running' || phase === undefined) return undefined;
  const since = (moment: string) => Math.max(0, now.getTime() - Date.parse(moment));
  return {
    type: 'phase',
    phase: phase.name,
    done: steps?.done ?? null,
    total: steps?.total ?? null,
    elapsedMs: since(startedAt ?? phase.since),
    phaseElapsedMs: since(phase.since),
  };
}

/** An event of a session. */
export type SessionEvent =
  | { readonly type: 'status'; readonly status: SessionStatus; readonly error: string | null }
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly success: number }
  | PhaseEvent
  | { readonly type: 'result'; readonly result: ResultNote };

/** Publishes events to the watchers of a session; nothing is stored. */
export abstract class SessionProgress {
  /** @returns when the event has been sent to all; never rejects */
  abstract publish(sessionId: string, event: SessionEvent): Promise<void>;
}
