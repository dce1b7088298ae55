import { CheckedClaim } from './claim-checker.js';
import {
  AskKind,
  Difficulty,
  FollowUpKind,
  Gold,
  HiddenProvision,
  Intents,
  QuestionKind,
  ExpectedAnswer,
} from './question.js';
import { ComponentEvent, TargetRetries, TargetSource } from './rag-target.js';

/** A criterion in plain language, which a language model decides for each answer. */
export interface Rubric {
  readonly name: string;
  readonly criterion: string;
  /** Minimum share of the answers that meet it, 0..1; undefined: reported without a gate. */
  readonly least?: number | undefined;
}

/** A language model's verdict on a criterion. */
export interface RubricReading {
  readonly name: string;
  /** Null without a readable reply. */
  readonly met: boolean | null;
  readonly reason: string;
}

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

/** Whether the target understood the question; null if unknown. */
export interface IntentReading {
  readonly surface: boolean | null;
  readonly hidden: boolean | null;
  readonly behavioral: boolean | null;
}

/** One reading of an answer by a language model. */
export interface ModelReading {
  /** The passages in their order, or reversed. */
  readonly order: 'given' | 'reversed';
  /** Null if the model gave no readable points. */
  readonly dimensions: ScoreDimensions | null;
  /** 0..5 */
  readonly score: number | null;
  readonly reason: string;
  /** Why it could not be read; null if it could. */
  readonly error: string | null;
  /** Cached from an earlier judging, without a cost. */
  readonly isCached: boolean;
  readonly costUsd: number | null;
}

/** A language model's verdict on an answer: the stricter of two readings. */
export interface ModelJudgement {
  readonly model: string;
  readonly verdict: Verdict;
  readonly score: number | null;
  /** The readings have different verdicts; null without two readings. */
  readonly disagreement: boolean | null;
  readonly readings: readonly ModelReading[];
}

/** The judge whose verdict counts, and the verdict of each judge. */
export interface Judges {
  readonly used: 'rules' | 'llm';
  readonly rules: {
    readonly verdict: Verdict;
    readonly score: number | null;
    readonly failureType: FailureType | null;
  };
  readonly model: ModelJudgement | null;
}

/** A judge's grade of one answer. */
export interface Judgement {
  readonly verdict: Verdict;
  /** 0..5; null exactly if the verdict is `not_evaluated`. */
  readonly score: number | null;
  readonly dimensions: ScoreDimensions | null;
  readonly claims: readonly CheckedClaim[];
  readonly failureType: FailureType | null;
  /** Required facts that the answer does not state; undefined without one, and in earlier releases. */
  readonly lacks?: readonly string[];
  readonly intents: IntentReading;
  /** Reasons, in sentences that a reader of the report understands. */
  readonly reasons: readonly string[];
  /** Undefined if the rules judged alone. */
  readonly judges?: Judges;
}

/** How a turn kept the context of the dialogue. */
export interface ContextReading {
  readonly followUp: FollowUpKind | null;
  /** Whether the turn leaves out what only the dialogue says, as built, before it is answered; undefined in results of earlier releases. */
  readonly restsOnContext?: boolean;
  /** Null for a self-contained turn, which had no context to keep, and for one that shows nothing about it. */
  readonly kept: boolean | null;
  /** The omitted parts, and those that the answer shows to have been kept. */
  readonly implied: readonly string[];
  readonly remembered: readonly string[];
  readonly coreNeedMet: boolean | null;
  /** The target's interpretation of the turn, if it reports one. */
  readonly understoodAs: string | null;
  /** Why the context was lost; null if it was not. */
  readonly rootCause: string | null;
}

/** One answer of the target, with its checks and grade. */
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
  /** By the success of two plain systems; left out where they were not asked. */
  readonly measuredDifficulty?: Difficulty;
  readonly kind: QuestionKind;
  /** What its question asks for; undefined where that has no kind, and in earlier releases. */
  readonly asks?: AskKind;
  readonly intents: Intents;
  readonly gold: Gold;
  readonly asOf: string | null;
  /** Null if the target gave none. */
  readonly answer: string | null;
  readonly sources: readonly TargetSource[];
  readonly abstained: boolean;
  readonly confidence: number | null;
  readonly judgement: Judgement;
  /** Verdict on the first answer, before any repetition. */
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
  /** Token counts of the target, over all attempts; undefined if it reports none. */
  readonly tokens?: { readonly input: number | null; readonly output: number | null };
  /** Requests that failed and were sent again; undefined without one. */
  readonly targetRetries?: TargetRetries;
  /** A language model's verdicts on the criteria of the session; undefined without criteria. */
  readonly rubrics?: readonly RubricReading[];
  /** For a question of a dataset. */
  readonly expected?: ExpectedAnswer;
  /** Its words are withheld, since the reader may no longer see one of its documents. */
  readonly isWithheld?: boolean;
  /** The provision that was hidden from the target for an unanswerable question. */
  readonly hidden?: HiddenProvision;
}
