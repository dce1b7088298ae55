import { CheckedClaim } from './claim-checker.js';
import { Difficulty, FollowUpKind, Gold, Intents, QuestionKind } from './question.js';
import { ComponentEvent, TargetSource } from './rag-target.js';

export const VERDICTS = ['success', 'partial', 'failure', 'not_evaluated'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const FAILURE_TYPES = [
  'WRONG_FACT',
  'HALLUCINATION',
  'GENERIC_ANSWER',
  'IRRELEVANT',
  'INCOMPLETE',
  'NO_SOURCE',
  'CONFUSING',
  'LOST_CONTEXT',
  'FALSE_ABSTENTION',
  'ERROR',
] as const;
export type FailureType = (typeof FAILURE_TYPES)[number];

/** Points: at most 1 for each of the first four, .5 for each of the others. */
export interface ScoreDimensions {
  readonly accuracy: number;
  readonly completeness: number;
  readonly relevance: number;
  readonly citation: number;
  readonly practicality: number;
  readonly actionability: number;
}

/** Whether the target understood what was asked; null where it could not be told. */
export interface IntentReading {
  readonly surface: boolean | null;
  readonly hidden: boolean | null;
  readonly behavioral: boolean | null;
}

/** What a judge made of one answer. */
export interface Judgement {
  readonly verdict: Verdict;
  /** 0..5; null exactly when the verdict is `not_evaluated`. */
  readonly score: number | null;
  readonly dimensions: ScoreDimensions | null;
  readonly claims: readonly CheckedClaim[];
  readonly failureType: FailureType | null;
  readonly intents: IntentReading;
  /** Why, in sentences that a reader of the report understands. */
  readonly reasons: readonly string[];
}

/** How a turn kept the dialogue's context. */
export interface ContextReading {
  readonly followUp: FollowUpKind | null;
  /** Null where the turn stands alone, so that nothing had to be kept. */
  readonly kept: boolean | null;
  /** What was implied, and which of it the answer shows to have been remembered. */
  readonly implied: readonly string[];
  readonly remembered: readonly string[];
  readonly coreNeedMet: boolean | null;
  /** What the target took the turn to mean, where it says so. */
  readonly understoodAs: string | null;
  /** Why the context broke; null when it did not. */
  readonly rootCause: string | null;
}

/** One answer of the target, with what was made of it. */
export interface Attempt {
  readonly answer: string;
  readonly sources: readonly TargetSource[];
  readonly abstained: boolean;
  readonly claims: readonly CheckedClaim[];
  readonly traceId: string | null;
  readonly tookMs: number;
}

/** One question of a session, all its attempts, and the verdict on the last. */
export interface TestResult {
  readonly resultId: string;
  readonly questionId: string;
  readonly personaId: string;
  readonly query: string;
  readonly language: 'en' | 'ko';
  readonly difficulty: Difficulty;
  readonly kind: QuestionKind;
  readonly intents: Intents;
  readonly gold: Gold;
  readonly asOf: string | null;
  /** Null when the target gave none. */
  readonly answer: string | null;
  readonly sources: readonly TargetSource[];
  readonly abstained: boolean;
  readonly confidence: number | null;
  readonly judgement: Judgement;
  /** Verdict on the first answer, before anything was asked again. */
  readonly firstVerdict: Verdict;
  /** All answers in order, the last is the one above. At most four: the first, and three after failed checks. */
  readonly attempts: readonly Attempt[];
  readonly events: readonly ComponentEvent[];
  /** Null for a single question. */
  readonly scenarioId: string | null;
  /** From 1. */
  readonly turn: number | null;
  readonly context: ContextReading | null;
  readonly traceId: string | null;
  readonly costUsd: number | null;
  readonly tookMs: number;
  /** Why it could not be evaluated; null otherwise. */
  readonly error: string | null;
}
