import { CheckedClaim, isFailedClaim } from '../../domain/claim-checker.js';
import { FailureType, IntentReading, ScoreDimensions } from '../../domain/test-result.js';
import { namesNextStep } from './practical-help.js';
import { ReplyKind } from './reply-kind.js';
import { ONLY_REPEATS } from './said-of-what.js';
import { TargetAnswer } from '../../domain/rag-target.js';

/** Upper limit of the total after a failed check or an evading phrase. */
export const FAILED_CAP = 2;
export const NOTHING: ScoreDimensions = {
  accuracy: 0,
  completeness: 0,
  relevance: 0,
  citation: 0,
  practicality: 0,
  actionability: 0,
};

/** Points of an answer with their limits. */
export interface Graded {
  readonly dimensions: ScoreDimensions;
  readonly cap: number;
  /** Minimum of points: claims that nobody can verify do not turn the right facts into a failure. */
  readonly least?: number;
  readonly failure: FailureType | null;
  /** Required facts that the answer does not state. */
  readonly lacks?: readonly string[];
  readonly reasons: readonly string[];
  readonly intents: IntentReading;
}

/** The right answer to a question that no document answers: exactly that statement. */
export function judgeUnanswerable(answer: TargetAnswer, abstained: boolean, claims: readonly CheckedClaim[]): Graded {
  if (abstained) {
    const help = namesNextStep(answer.text) ? 0.5 : 0;
    return {
      dimensions: { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: help, actionability: help },
      cap: 5,
      failure: null,
      reasons: ['The documents do not answer, and the answer says so.'],
      intents: { surface: true, hidden: null, behavioral: null },
    };
  }
  const isInvented = claims.some(isFailedClaim);
  return {
    dimensions: { ...NOTHING, citation: 0 },
    cap: FAILED_CAP,
    failure: isInvented ? 'HALLUCINATION' : 'IRRELEVANT',
    reasons: ['The documents that may be seen do not answer this question, but an answer was given.'],
    intents: { surface: false, hidden: null, behavioral: null },
  };
}

/** The grade of a question that is repeated as an answer. */
export const REPEATED: Graded = {
  dimensions: NOTHING,
  cap: FAILED_CAP,
  failure: 'IRRELEVANT',
  reasons: [ONLY_REPEATS],
  intents: { surface: false, hidden: false, behavioral: false },
};

/** An evasion, or a reply that only asks back, answers nothing. */
export function judgeEvasion(kind: ReplyKind): Graded {
  const reason = kind === 'clarifying' ? 'It asks back instead of answering.' : 'It evades the question.';
  return {
    dimensions: NOTHING,
    cap: FAILED_CAP,
    failure: 'GENERIC_ANSWER',
    reasons: [reason],
    intents: { surface: false, hidden: false, behavioral: false },
  };
}
