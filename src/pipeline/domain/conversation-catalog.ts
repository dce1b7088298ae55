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

/** The conversations of one owner, newest first. Conversations without a turn are not listed. */
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
