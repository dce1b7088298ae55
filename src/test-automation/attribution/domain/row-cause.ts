import { RagComponent } from './trace-attribution.js';

/** The eight components, the other parts that can make an answer wrong, and the judge that may call a right one wrong. */
export type FailedPart = RagComponent | 'filter' | 'passage_scoring' | 'answer_decision' | 'answer_writer' | 'judge';

/** Why one question or turn failed. */
export interface RowCause {
  /** Failures with the same key have one chain: the sentence holds for each of them, with its own numbers. */
  readonly key: string;
  /** Null if the target does not expose its components, or if no change of one part was shown to help. */
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

/** Failures with the same cause have the same key, across components too. */
export const clusterKey = ({ component, key }: Pick<RowCause, 'component' | 'key'>): string =>
  `${component ?? ''}/${key}`;

/** Why the target cannot answer. @param hidden what of the documents is hidden from it */
export const whyUnanswerable = (hidden: unknown): string =>
  hidden === undefined
    ? 'no document answers the question'
    : 'the provision that answers the question is hidden from the target';

/** What to do about a decision to answer or to abstain. */
export const LOOK_AT_DECISION =
  'Look at the evidence of the decision (answer_decision in the trace), or at its threshold (ANSWER_RISK).';
export const CHECK_ANSWER = 'Check the answer against the question before it is given.';
export const COMPLETE_FOLLOW_UPS = 'Extend the rules that complete a follow-up from its conversation context.';
export const LOOK_AT_ORDER = 'Look at the weight of relevance in the final order.';
