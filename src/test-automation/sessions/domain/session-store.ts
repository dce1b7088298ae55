import { Page } from '../../../shared/domain/page.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { FailureCause } from '../../attribution/domain/failure-causes.js';
import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { Persona } from '../../personas/domain/persona.js';
import { QuestionBaseline } from '../../questions/domain/baseline/measure-baseline.js';
import { QuestionHistory, SessionQuestions } from '../../questions/domain/question-maker.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { MeasuredRange } from './measured-range.js';
import { ResultSummary } from './result-summary.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionSummary, TestSession } from './test-session.js';
import { SessionGate } from '../../domain/session-request.js';

/** Findings of a finished session. */
export interface SessionOutcome {
  readonly summary: SessionSummary;
  readonly gates: readonly SessionGate[];
  /** Measured quality of the judges; undefined in older sessions. */
  readonly judgeCards?: readonly JudgeScorecard[];
  /** The component that the failures come from, most frequent first. */
  readonly causes: readonly FailureCause[];
  /** Contribution of each component, if the session requested more than the trace. */
  readonly contribution?: ContributionReport | null;
  /** Scores of plain BM25 on the same questions; undefined for a dataset, and in older sessions. */
  readonly baseline?: QuestionBaseline | undefined;
  /** Answers outside the measured range of the judge; undefined where it was not tried by form, and before the end. */
  readonly measuredRange?: MeasuredRange | undefined;
}

export interface StoredSession {
  readonly session: TestSession;
  /** Summary of the results so far; null before the first. */
  readonly outcome: SessionOutcome | null;
}

/**
 * Stores sessions. Everything is durable before a promise resolves: an answered question is never asked again after a crash. Reading
 * methods take the owner; another caller's session is not found.
 */
export abstract class SessionStore {
  abstract create(session: TestSession): Promise<void>;
  abstract save(session: TestSession, outcome: SessionOutcome | null): Promise<void>;
  /** Adds the findings of an ended session, unless it has an outcome or another status by now. */
  abstract keepOutcome(session: TestSession, outcome: SessionOutcome): Promise<void>;
  /** @param owner undefined finds the session of any owner */
  abstract find(sessionId: string, owner: string | undefined): Promise<StoredSession | undefined>;
  /** Newest first. @param owner undefined lists the sessions of all owners */
  abstract list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<StoredSession>>;
  /** Ended sessions of the caller before this one, oldest first, at most `limit`. */
  abstract before(session: TestSession, limit: number): Promise<readonly StoredSession[]>;
  /** Marks sessions that a dead process left queued or running as interrupted. @returns their ids */
  abstract interruptUnfinished(): Promise<readonly string[]>;

  abstract savePlan(sessionId: string, personas: readonly Persona[], questions: SessionQuestions): Promise<void>;
  abstract plan(
    sessionId: string,
  ): Promise<{ readonly personas: readonly Persona[]; readonly questions: SessionQuestions } | undefined>;

  /** The journal: an answer as received, before it is processed. */
  abstract saveAnswer(sessionId: string, key: AnswerKey, answer: TargetAnswer): Promise<void>;
  abstract answer(sessionId: string, key: AnswerKey): Promise<TargetAnswer | undefined>;

  /** Adds a result, or replaces the one with the same id. */
  abstract saveResult(sessionId: string, result: TestResult): Promise<void>;
  /** How many of these results exist and could be evaluated. */
  abstract evaluated(sessionId: string, resultIds: readonly string[]): Promise<number>;
  /** The number of results, and of successes among them. */
  abstract progress(sessionId: string): Promise<{ readonly done: number; readonly success: number }>;
  /** In the order of their storage. */
  abstract results(sessionId: string): Promise<readonly TestResult[]>;
  /** The results with these ids, in the order of their storage. */
  abstract resultsOf(sessionId: string, resultIds: readonly string[]): Promise<readonly TestResult[]>;
  /** The same results as `results`, with only the fields that rates and comparisons need. */
  abstract resultSummaries(sessionId: string): Promise<readonly ResultSummary[]>;
  abstract resultPage(sessionId: string, limit: number, cursor: string | undefined): Promise<Page<TestResult>>;

  /** Results of the caller's earlier completed sessions, by question; the newest verdict counts. */
  abstract history(owner: string): Promise<QuestionHistory>;
}

/** One answer of a session: its question or turn, and its zero-based attempt. */
export interface AnswerKey {
  readonly resultId: string;
  /** From 0. */
  readonly attempt: number;
}
