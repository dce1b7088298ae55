import { Persona } from '../../personas/domain/persona.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { PhaseListener } from './session-progress.js';
import { SessionOutcome } from './session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from './test-session.js';
import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { FailureCause } from '../../attribution/domain/failure-causes.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { GoldPassages } from '../../attribution/domain/surroundings.js';
import { Improvement } from './improvement.js';

/** Causes of the failures of a session, and suggested improvements. */
export interface FailureAnalysis {
  readonly whys: readonly FiveWhys[];
  /** The causes of the failed answers, by component: those of the chains. Undefined in earlier releases. */
  readonly causes?: readonly FailureCause[];
  readonly improvements: readonly Improvement[];
  /** Contribution of each component; null if the session did not request it, or it could not be measured. */
  readonly contribution: ContributionReport | null;
}

/** A session with all its data. */
export interface CompleteSession {
  readonly session: TestSession;
  readonly personas: readonly Persona[];
  readonly questions: SessionQuestions;
  readonly results: readonly TestResult[];
  readonly outcome: SessionOutcome;
  /** Earlier sessions of the same caller against the same target, with this one at the end. */
  readonly trend: readonly TrendPoint[];
  /** The right passages of its failures; undefined if they were not looked up. */
  readonly gold?: GoldPassages | undefined;
  /** Results of its counterfactuals; undefined before they were run. */
  readonly findings?: FailureAnalysis | undefined;
}

export interface TrendPoint {
  readonly sessionId: string;
  readonly startedAt: string;
  readonly successRate: number;
}

/** Investigates the results of a finished session. */
export abstract class SessionInvestigation {
  /** Runs the counterfactuals of the failures, and the sets of components that the session requests, in a sandbox. */
  abstract investigate(
    complete: CompleteSession,
    signal: AbortSignal,
    onPhase: PhaseListener,
  ): Promise<FailureAnalysis>;
}

/** Automatic handling of the improvements of a session. */
export abstract class AutomaticImprovement {
  /** Does nothing unless it is switched on. @returns ids of the improvements that were put in service */
  abstract improve(session: TestSession, signal: AbortSignal): Promise<readonly string[]>;
}

/** Stores the findings. */
export abstract class FindingsStore {
  abstract save(sessionId: string, findings: FailureAnalysis): Promise<void>;
  abstract find(sessionId: string): Promise<FailureAnalysis | undefined>;
}

/** The files and follow-ups of a finished session: its folder, its report, the plan of improvements. */
export abstract class SessionArtifacts {
  abstract write(complete: CompleteSession): Promise<void>;
}

export const REPORT_FORMATS = ['markdown', 'html', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A file that the Markdown report shows; its name is a path relative to the report. */
export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Writes the report of a session; the same text as in the session's folder. */
export abstract class SessionReports {
  /** @param findings those of the session, if they are known already */
  abstract render(complete: CompleteSession, format: ReportFormat, findings?: FailureAnalysis): Promise<string>;
  /** The pictures of the Markdown report. */
  abstract charts(complete: CompleteSession, findings?: FailureAnalysis): Promise<readonly ReportFile[]>;
}
