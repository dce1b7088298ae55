import { Turn } from './conversation.js';

/** A conversation in a list. */
export interface ConversationSummary {
  readonly conversationId: string;
  /** Title that a person gave; undefined without one. */
  readonly title: string | undefined;
  readonly firstQuestion: string;
  readonly createdAt: string;
  /** Moment of the newest turn. */
  readonly updatedAt: string;
  readonly turns: number;
}

/** Position in the list, which is ordered by time and id. */
export type ConversationPosition = Pick<ConversationSummary, 'updatedAt' | 'conversationId'>;

/** An answer with its place. */
export interface PlacedAnswer {
  readonly conversationId: string;
  readonly owner: string;
  readonly turn: Turn;
}

/** A conversation of an owner, and the last of its answers that was read; without one all were read. */
export interface AnswerPosition {
  readonly conversationId: string;
  readonly owner: string;
  readonly traceId?: string | undefined;
}

/** The conversations of one owner, newest first. Those without a turn and those of test sessions are not listed. */
export abstract class ConversationCatalog {
  /** @param after the last conversation of the page before; undefined at the start */
  abstract page(
    owner: string,
    after: ConversationPosition | undefined,
    limit: number,
  ): Promise<readonly ConversationSummary[]>;
  /** All questions of each conversation, by its id. */
  abstract questionsOf(
    owner: string,
    conversationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Answers that name one of these documents as a source, by conversation; may contain others.
   * @param owner undefined: the answers of all owners
   * @param limit number of conversations that are checked
   * @returns the last checked conversation; undefined if there are no more
   */
  abstract answersNaming(
    documentIds: readonly string[],
    owner: string | undefined,
    after: AnswerPosition | undefined,
    limit: number,
  ): Promise<{ readonly answers: readonly PlacedAnswer[]; readonly last: AnswerPosition | undefined }>;
  abstract find(conversationId: string, owner: string): Promise<ConversationSummary | undefined>;
  /** @param title undefined: it is made from the first question again */
  abstract rename(conversationId: string, owner: string, title: string | undefined): Promise<void>;
}

/** Answers of a conversation that are shared by link, as they were at that moment. */
export interface ConversationShare {
  readonly shareId: string;
  readonly conversationId: string;
  readonly owner: string;
  /** The shared answers. Later answers of the conversation are not shared. */
  readonly traceIds: readonly string[];
  readonly createdAt: string;
}

/** Shares end with their conversation. */
export abstract class ConversationShares {
  abstract add(share: ConversationShare): Promise<void>;
  abstract find(shareId: string): Promise<ConversationShare | undefined>;
  /** Oldest first. */
  abstract of(conversationId: string, owner: string): Promise<readonly ConversationShare[]>;
  /** @returns whether it existed */
  abstract remove(shareId: string, conversationId: string, owner: string): Promise<boolean>;
}
