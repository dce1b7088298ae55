import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

export const THUMBS = ['thumbs_up', 'thumbs_down'] as const;
export type Thumb = (typeof THUMBS)[number];

/** A rating of an answer. */
export interface Opinion {
  readonly feedback: Thumb;
  readonly comment: string | null;
  /** The corrected answer, as free text. */
  readonly correction: string | null;
  /** Source of the right answer: a document and a verbatim quote of it. */
  readonly gold: { readonly documentId: string; readonly quote: string } | null;
}

/**
 * `case`: the answer became a case. `review`: a reviewer decides, since this key may not store cases. `reported`: the
 * next test session asks the question again. `noted`: no further effect, see `detail`.
 */
export type FeedbackOutcome = 'case' | 'review' | 'reported' | 'noted';

/** Stored feedback, with a copy of the answer, since traces and conversations expire. */
export interface AnswerFeedback extends Opinion {
  readonly traceId: string;
  readonly owner: string;
  readonly question: string;
  readonly answer: string;
  readonly outcome: FeedbackOutcome;
  readonly detail: string;
  /** The case, if this feedback alone created it. */
  readonly caseId: string | null;
  readonly givenAt: string;
}

export const isSameOpinion = (a: Opinion, b: Opinion): boolean =>
  a.feedback === b.feedback &&
  a.comment === b.comment &&
  a.correction === b.correction &&
  a.gold?.documentId === b.gold?.documentId &&
  a.gold?.quote === b.gold?.quote;

/** Stored feedback; each belongs to the key that gave it. */
export abstract class FeedbackStore {
  abstract find(traceId: string, owner: string): Promise<AnswerFeedback | undefined>;
  /** Replaces earlier feedback of the same key on the same answer. */
  abstract put(feedback: AnswerFeedback): Promise<void>;
  /** Answers that this key rejected and that no test session has asked again, oldest first. */
  abstract reported(owner: string, limit: number): Promise<readonly AnswerFeedback[]>;
  /**
   * Rejected answers for which a person named the right passage, the newest first.
   * @param owner of one key; undefined for those of all callers
   */
  abstract rejectedWithGold(owner: string | undefined, limit: number): Promise<readonly AnswerFeedback[]>;
  /** Assigns them to this session; later sessions skip them. */
  abstract markAsked(owner: string, traceIds: readonly string[], sessionId: string): Promise<void>;
}

export interface ConfirmedAnswer {
  readonly question: string;
  readonly answer: string;
  readonly categoryPath: CategoryPath;
  /** Trace of the answer: the origin of the case. */
  readonly traceId: string;
  /** Quotes of the answer. */
  readonly sources: readonly QuotedSource[];
  /** Whether a reviewer read the question: it is then for everybody who sees the category, otherwise for who sees all that its author sees. */
  readonly isReviewed: boolean;
}

/** The result for a confirmed answer. */
export type KeptCase =
  | { readonly outcome: 'created' | 'merged'; readonly caseId: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Port: the case base, for confirmed answers. */
export abstract class FeedbackCases {
  /** Refused if the fact check fails, if the path is outside the filter, or if there is no case base. */
  abstract keep(confirmed: ConfirmedAnswer, filter: CategoryFilter, signal: AbortSignal): Promise<KeptCase>;
  /** Removes a case that was created from an answer; no effect if it does not exist. */
  abstract withdraw(caseId: string, filter: CategoryFilter): Promise<void>;
}
