import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

/** A quoted passage of an answer. */
export interface AnswerSource {
  readonly documentId: string;
  readonly title: string;
  readonly categoryPath: CategoryPath;
  readonly quote: string;
}

export type ReviewReason = 'low_confidence' | 'confirmed';

/** An answer that was given in a chat. */
export interface GivenAnswer {
  readonly traceId: string;
  /** Who asked. */
  readonly owner: string;
  /** As it stands by itself, with what earlier turns said. */
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  /** 0..1; null for an answer of an earlier release. */
  readonly confidence: number | null;
  readonly reviewBelow: number | null;
  readonly reviewReason: ReviewReason | null;
  readonly givenAt: string;
  /** Ids of the documents that a model read for the answer, in addition to those that it quotes. */
  readonly grounds?: readonly string[];
  /** Answer and sources are left out, since the reader may no longer see them. */
  readonly isWithheld?: boolean;
}

/** Everything that the words of an answer come from. */
export function sourcesOf({ sources, grounds = [], givenAt }: GivenAnswer): QuotedSource[] {
  return [
    ...sources.map(({ documentId, quote }) => ({ documentId, quote })),
    ...grounds.map((documentId) => ({ documentId, unchangedSince: givenAt })),
  ];
}

/** Port: what was answered, as long as the conversation is there. */
export abstract class AnsweredQuestions {
  abstract find(traceId: string): Promise<GivenAnswer | undefined>;
  /** Answers that a person should review, oldest first, after the one with this trace; '' begins at the start. */
  abstract toReview(afterTraceId: string, limit: number): Promise<readonly GivenAnswer[]>;
  abstract flag(traceId: string, reason: ReviewReason): Promise<void>;
}
