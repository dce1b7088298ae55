import { Persona } from '../../personas/domain/persona.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { FailureAnalysis } from './failure-analysis.js';
import { SessionOutcome } from './session-store.js';
import { TestResult } from '../../domain/test-result.js';
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
  /** What its counterfactuals found; undefined before they were run. */
  readonly findings?: FailureAnalysis | undefined;
}

export interface TrendPoint {
  readonly sessionId: string;
  readonly startedAt: string;
  readonly successRate: number;
}

/** Looks into what a finished session found. */
export abstract class SessionInvestigation {
  /** Runs the counterfactuals of the failures, and the sets of components that the session asks for, in a sandbox. */
  abstract investigate(complete: CompleteSession, signal: AbortSignal): Promise<FailureAnalysis>;
}

/** What happens with the improvements of a session without anybody's hand. */
export abstract class AutomaticImprovement {
  /** Does nothing unless it is switched on. @returns ids of what was put in service */
  abstract improve(session: TestSession, signal: AbortSignal): Promise<readonly string[]>;
}

/** Keeps what was found. */
export abstract class FindingsStore {
  abstract save(sessionId: string, findings: FailureAnalysis): Promise<void>;
  abstract find(sessionId: string): Promise<FailureAnalysis | undefined>;
}

/** The files and follow-ups of a finished session: its folder, its report, the plan of improvements. */
export abstract class SessionArtifacts {
  abstract write(complete: CompleteSession): Promise<void>;
}
