import { CheckedClaim } from './claim-checker.js';
import { ExpectedAnswer } from './expected-answer.js';
import { RubricReading } from './rubric.js';
import { Difficulty, FollowUpKind, Gold, Intents, QuestionKind } from './question.js';
import { ComponentEvent, TargetRetries, TargetSource } from './rag-target.js';

export const VERDICTS = ['success', 'partial', 'failure', 'not_evaluated'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const FAILURE_TYPES = [
  'WRONG_FACT',
  'HALLUCINATION',
  'GENERIC_ANSWER',
  'IRRELEVANT',
  'INCOMPLETE',
  'NO_SOURCE',
  'WRONG_CITATION',
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

/** One reading of an answer by a language model. */
export interface ModelReading {
  /** The passages as they came, or the other way round. */
  readonly order: 'given' | 'reversed';
  /** Null when the model gave no points that can be read. */
  readonly dimensions: ScoreDimensions | null;
  /** 0..5 */
  readonly score: number | null;
  readonly reason: string;
  /** Why it could not be read; null when it could. */
  readonly error: string | null;
  /** Kept from an earlier judging, so that it cost nothing. */
  readonly isCached: boolean;
  readonly costUsd: number | null;
}

/** What a language model makes of an answer: the harder of two readings. */
export interface ModelJudgement {
  readonly model: string;
  readonly verdict: Verdict;
  readonly score: number | null;
  /** The readings have different verdicts; null where there are no two. */
  readonly disagreement: boolean | null;
  readonly readings: readonly ModelReading[];
}

/** Whose verdict counts, and that of each judge. */
export interface Judges {
  readonly used: 'rules' | 'llm';
  readonly rules: {
    readonly verdict: Verdict;
    readonly score: number | null;
    readonly failureType: FailureType | null;
  };
  readonly model: ModelJudgement | null;
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
  /** Left out where the rules judged alone. */
  readonly judges?: Judges;
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
  /** As the target counts them, over all attempts; left out where it tells of none. */
  readonly tokens?: { readonly input: number | null; readonly output: number | null };
  /** Requests that failed and were sent again; left out where there were none. */
  readonly targetRetries?: TargetRetries;
  /** What a language model said of the criteria of the session; left out where it has none. */
  readonly rubrics?: readonly RubricReading[];
  /** Of a question from a dataset. */
  readonly expected?: ExpectedAnswer;
  /** Its words are left out, since the reader may not see a document of it any more. */
  readonly isWithheld?: boolean;
}
