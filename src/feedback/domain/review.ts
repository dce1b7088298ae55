import { allows, CategoryFilter, covers } from '../../shared/domain/category-filter.js';
import { WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import { GivenAnswer } from './answered-questions.js';

export const DECISIONS = ['approve', 'edit', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export interface ReviewDecision {
  readonly reviewId: string;
  readonly decision: Decision;
  /** As approved; of a rejected answer as it was. */
  readonly answer: string;
  readonly comment: string | null;
  readonly decidedBy: string;
  readonly decidedAt: string;
  readonly caseId: string | null;
}

/** An answer in the queue. It has the id of its trace. */
export interface Review {
  readonly answer: GivenAnswer;
  readonly decision: ReviewDecision | undefined;
}

/** Who looks into the queue. */
export interface Reviewer {
  readonly id: string;
  /** May see what other keys asked. */
  readonly isAdmin: boolean;
  readonly filter: CategoryFilter;
}

/**
 * Whether a reviewer may see an answer: his own or, for an administrator, that of a key that sees nothing more than he does; and only
 * where he may see every passage that it quotes. What a key sees has an influence on its questions, its answers and their confidence,
 * also where they quote nothing of it.
 * @param asked what the answer's owner may see
 */
export function maySee(
  { id, isAdmin, filter }: Reviewer,
  { owner, sources }: GivenAnswer,
  asked: CategoryFilter,
): boolean {
  if (owner !== id && !(isAdmin && covers(filter, asked))) return false;
  return sources.every(({ categoryPath }) => allows(filter, categoryPath));
}

/** The review without the answer, what names its documents, and what a person wrote about them. The question stays. */
export function withheldReview({ answer, decision }: Review): Review {
  return {
    answer: { ...answer, answer: WITHHELD_TEXT, sources: [], isWithheld: true },
    decision: decision && { ...decision, answer: WITHHELD_TEXT, comment: null },
  };
}

/** Keeps decisions. */
export abstract class ReviewDecisions {
  abstract find(reviewIds: readonly string[]): Promise<ReadonlyMap<string, ReviewDecision>>;
  /** @returns false when somebody has decided already; then nothing changes */
  abstract record(decision: ReviewDecision): Promise<boolean>;
}
