import { Page } from '../../../shared/domain/page.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { FailureCause } from '../../attribution/domain/failure-causes.js';
import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { Persona } from '../../personas/domain/persona.js';
import { QuestionHistory, SessionQuestions } from '../../questions/domain/question-maker.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { ResultSummary } from './result-summary.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionSummary, TestSession } from './test-session.js';
import { SessionGate } from '../../domain/policy.js';

/** What a finished session found. */
export interface SessionOutcome {
  readonly summary: SessionSummary;
  readonly gates: readonly SessionGate[];
  /** What the judges are worth, measured; left out in older sessions. */
  readonly judgeCards?: readonly JudgeScorecard[];
  /** Which part the failures come from, most frequent first. */
  readonly causes: readonly FailureCause[];
  /** What each component contributes, where the session asked for more than the trace. */
  readonly contribution?: ContributionReport | null;
}

export interface StoredSession {
  readonly session: TestSession;
  /** Of the results so far; null before the first. */
  readonly outcome: SessionOutcome | null;
}

/**
 * Keeps sessions. Everything is durable before a promise resolves: what was asked is never asked again after a crash.
 * Reading methods take the owner; another caller's session is not found.
 */
export abstract class SessionStore {
  abstract create(session: TestSession): Promise<void>;
  abstract save(session: TestSession, outcome: SessionOutcome | null): Promise<void>;
  /** Adds what an ended session found, unless it has an outcome or another status by now. */
  abstract keepOutcome(session: TestSession, outcome: SessionOutcome): Promise<void>;
  /** @param owner undefined finds that of anybody */
  abstract find(sessionId: string, owner: string | undefined): Promise<StoredSession | undefined>;
  /** Newest first. @param owner undefined lists those of everybody */
  abstract list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<StoredSession>>;
  /** Ended sessions of the caller before this one, oldest first, at most `limit`. */
  abstract before(session: TestSession, limit: number): Promise<readonly StoredSession[]>;
  /** Marks sessions that a dead process left queued or running as interrupted. @returns their ids */
  abstract interruptUnfinished(): Promise<readonly string[]>;

  abstract savePlan(sessionId: string, personas: readonly Persona[], questions: SessionQuestions): Promise<void>;
  abstract plan(
    sessionId: string,
  ): Promise<{ readonly personas: readonly Persona[]; readonly questions: SessionQuestions } | undefined>;

  /** The journal: an answer as it came, before anything is made of it. */
  abstract saveAnswer(sessionId: string, key: AnswerKey, answer: TargetAnswer): Promise<void>;
  abstract answer(sessionId: string, key: AnswerKey): Promise<TargetAnswer | undefined>;

  /** Adds a result, or replaces the one with the same id. */
  abstract saveResult(sessionId: string, result: TestResult): Promise<void>;
  /** How many of these results are there and could be evaluated. */
  abstract evaluated(sessionId: string, resultIds: readonly string[]): Promise<number>;
  /** How many results there are, and how many of them are successes. */
  abstract progress(sessionId: string): Promise<{ readonly done: number; readonly success: number }>;
  /** In the order in which they came. */
  abstract results(sessionId: string): Promise<readonly TestResult[]>;
  /** The same, as much of them as rates and comparisons need. */
  abstract resultSummaries(sessionId: string): Promise<readonly ResultSummary[]>;
  abstract resultPage(sessionId: string, limit: number, cursor: string | undefined): Promise<Page<TestResult>>;

  /** What the caller's earlier completed sessions found, by question; the newest verdict counts. */
  abstract history(owner: string): Promise<QuestionHistory>;
}

/** One answer of a session: to which question or turn, and the how-manieth. */
export interface AnswerKey {
  readonly resultId: string;
  /** From 0. */
  readonly attempt: number;
}
