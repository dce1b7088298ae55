import { RagComponent } from './trace-attribution.js';

/** The eight components, the other parts that can make an answer wrong, and the judge that may call a right one wrong. */
export type FailedPart = RagComponent | 'filter' | 'passage_scoring' | 'answer_decision' | 'answer_writer' | 'judge';

/** Why one question or turn failed. */
export interface RowCause {
  /** Failures with the same key have one chain: the sentence holds for each of them, with its own numbers. */
  readonly key: string;
  /** Null if the target does not expose its components. */
  readonly component: FailedPart | null;
  /** A whole sentence. */
  readonly because: string;
  /** What to look at. */
  readonly change: string;
}

export const cause = (component: FailedPart, key: string, because: string, change: string): RowCause => ({
  key,
  component,
  because,
  change,
});

/** What to do about a decision to answer or to abstain. */
export const LOOK_AT_DECISION =
  'Look at the evidence of the decision (answer_decision in the trace), or at its threshold (ANSWER_RISK).';
export const CHECK_ANSWER = 'Check the answer against the question before it is given.';
export const LOOK_AT_ORDER = 'Look at the weight of relevance in the final order.';
