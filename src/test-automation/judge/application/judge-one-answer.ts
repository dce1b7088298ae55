import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { GivenCitation } from '../domain/cited-place.js';
import { Grade } from '../domain/grade-answer.js';

/** An answer of any system, with the known facts about the right answer. */
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

/** Judges one answer by the rules of sessions: against the expected answer, evidence in the request, or a search. */
export abstract class JudgeOneAnswer {
  /**
   * @param filter documents that the caller may see; all others are ignored
   * @throws DomainError (timeout) after 20 seconds
   */
  abstract judge(asked: AnswerToJudge, filter: CategoryFilter, signal: AbortSignal): Promise<JudgedAnswer>;
}
