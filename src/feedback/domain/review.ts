import { allows, CategoryFilter, covers } from '../../shared/domain/category-filter.js';
import { WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import { GivenAnswer } from './answered-questions.js';

export const DECISIONS = ['approve', 'edit', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export interface ReviewDecision {
  readonly reviewId: string;
  readonly decision: Decision;
  /** The approved text; for a rejected answer the original text. */
  readonly answer: string;
  readonly comment: string | null;
  readonly decidedBy: string;
  readonly decidedAt: string;
  readonly caseId: string | null;
}

/** An answer in the queue. Its id is the id of its trace. */
export interface Review {
  readonly answer: GivenAnswer;
  readonly decision: ReviewDecision | undefined;
  /** Whether a later edition that the reviewer may see changed or removed a passage that the answer quotes. */
  readonly isOutdated?: boolean;
}

/** A reader of the queue. */
export interface Reviewer {
  readonly id: string;
  /** May see questions of other keys. */
  readonly isAdmin: boolean;
  readonly filter: CategoryFilter;
}

/**
 * Whether a reviewer may see an answer: an own answer or, for an administrator, an answer of a key that sees no more
 * than the administrator. Every quoted chunk must be visible too. The categories of a key influence its questions,
 * answers and confidence, even without a quote.
 * @param asked the filter of the answer's owner
 */
export function maySee(
  { id, isAdmin, filter }: Reviewer,
  { owner, sources }: GivenAnswer,
  asked: CategoryFilter,
): boolean {
  if (owner !== id && !(isAdmin && covers(filter, asked))) return false;
  return sources.every(({ categoryPath }) => allows(filter, categoryPath));
}

/** The review without the answer, the titles of its documents, and reviewers' texts on them. The question stays. */
export function withheldReview({ answer, decision }: Review): Review {
  return {
    answer: { ...answer, answer: WITHHELD_TEXT, sources: [], isWithheld: true },
    decision: decision && { ...decision, answer: WITHHELD_TEXT, comment: null },
  };
}

/** Stored decisions. */
export abstract class ReviewDecisions {
  abstract find(reviewIds: readonly string[]): Promise<ReadonlyMap<string, ReviewDecision>>;
  /** @returns false if it is already decided; then nothing changes */
  abstract record(decision: ReviewDecision): Promise<boolean>;
}
