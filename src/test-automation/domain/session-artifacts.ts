import { Persona } from './persona.js';
import { SessionQuestions } from './question-maker.js';
import { SessionOutcome } from './session-store.js';
import { TestResult } from './test-result.js';
import { TestSession } from './test-session.js';

/** A session with everything that belongs to it. */
export interface CompleteSession {
  readonly session: TestSession;
  readonly personas: readonly Persona[];
  readonly questions: SessionQuestions;
  readonly results: readonly TestResult[];
  readonly outcome: SessionOutcome;
  /** Earlier sessions of the same caller against the same target, and this one at the end. */
  readonly trend: readonly TrendPoint[];
}

export interface TrendPoint {
  readonly sessionId: string;
  readonly startedAt: string;
  readonly successRate: number;
}

/** The files and follow-ups of a finished session: its folder, its report, the plan of improvements. */
export abstract class SessionArtifacts {
  abstract write(complete: CompleteSession): Promise<void>;
}
