import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { GivenCitation } from '../domain/cited-place.js';
import { Grade } from '../domain/grade-answer.js';

/** An answer of any system, and what is known about the right one. */
export interface AnswerToJudge {
  readonly question: string;
  readonly answer: string;
  readonly answerable: boolean | undefined;
  readonly facts: readonly (readonly string[])[];
  readonly gold: readonly { readonly documentId: string; readonly quote: string }[];
  readonly reference: string | undefined;
  readonly citations: readonly GivenCitation[];
  /** Undefined: the documents that the caller may see are searched. */
  readonly evidence: readonly { readonly id: string; readonly text: string }[] | undefined;
}

/** A grade, and the passages that were read for it. */
export interface JudgedAnswer {
  readonly grade: Grade;
  readonly read: readonly { readonly documentId: string; readonly chunkId: string }[];
}

/** Judges one answer by the rules that sessions are judged by: against what is expected, evidence that is sent along, or a search. */
export abstract class JudgeOneAnswer {
  /**
   * @param filter what the caller may see: documents outside it are as if they were not there
   * @throws DomainError (timed out) after 20 seconds
   */
  abstract judge(asked: AnswerToJudge, filter: CategoryFilter, signal: AbortSignal): Promise<JudgedAnswer>;
}
