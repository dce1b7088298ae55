import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

/** A quoted chunk of an answer. */
export interface AnswerSource {
  readonly documentId: string;
  readonly title: string;
  readonly categoryPath: CategoryPath;
  readonly quote: string;
  /** UTF-16 offset of the quote; undefined in an answer of an earlier release. */
  readonly start?: number;
}

export type ReviewReason = 'low_confidence' | 'confirmed';

/** An answer in a chat. */
export interface GivenAnswer {
  readonly traceId: string;
  /** The calling key. */
  readonly owner: string;
  /** The standalone question, with the context of earlier turns. */
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

/** All sources of the answer's text. */
export function sourcesOf({ sources, grounds = [], givenAt }: GivenAnswer): QuotedSource[] {
  return [
    ...sources.map(({ documentId, quote, start }) => ({
      documentId,
      quote,
      ...(start === undefined ? {} : { start }),
    })),
    ...grounds.map((documentId) => ({ documentId, unchangedSince: givenAt })),
  ];
}

/** Port: answered questions, while their conversation exists. */
export abstract class AnsweredQuestions {
  abstract find(traceId: string): Promise<GivenAnswer | undefined>;
  /** Answers that a person should review, oldest first, after the one with this trace; '' begins at the start. */
  abstract toReview(afterTraceId: string, limit: number): Promise<readonly GivenAnswer[]>;
  abstract flag(traceId: string, reason: ReviewReason): Promise<void>;
}
