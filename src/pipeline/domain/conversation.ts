/** A source as it is remembered with its turn. */
export type RememberedSource = Readonly<Record<string, unknown>>;

export interface Turn {
  readonly message: string;
  /** The message as a question that stands by itself. */
  readonly completedQuestion: string;
  readonly response: string;
  readonly sources: readonly RememberedSource[];
  readonly traceId: string;
  readonly createdAt: string;
  /** Calibrated confidence of the answer, 0..1; undefined for one of an earlier release. */
  readonly confidence?: number | undefined;
  /** Review threshold of the agent that answered; undefined without one. */
  readonly reviewBelow?: number | undefined;
  /** Ids of the documents that a model read for the answer: words of theirs may be in it without a citation. */
  readonly grounds?: readonly string[];
  /** Answer and sources are left out, since the reader may not see them any more. */
  readonly isWithheld?: boolean;
  /** A later edition of a document changed or removed a passage that the answer quotes. */
  readonly isOutdated?: boolean;
}

/** Why a person should look at an answer: its confidence was below the threshold, or its asker confirms it and may keep no cases. */
export type ReviewReason = 'low_confidence' | 'confirmed';

/** A turn by itself, as feedback and review need it. */
export interface KeptAnswer extends Turn {
  readonly owner: string;
  readonly reviewReason: ReviewReason | undefined;
}

export interface Conversation {
  readonly conversationId: string;
  readonly createdAt: string;
  readonly turns: readonly Turn[];
}

/** Conversations belong to the key that made them: another key's conversation of the same id is another conversation. */
export abstract class ConversationStore {
  abstract append(conversationId: string, owner: string, turn: Turn): Promise<void>;
  /** Notes a turn that its asker does not want to be kept; a store that keeps no log notes nothing. */
  abstract passOver(turn: Turn): Promise<void>;
  abstract find(conversationId: string, owner: string): Promise<Conversation | undefined>;
  /** Who has a conversation with this id, the one with the newest turn first. */
  abstract ownersOf(conversationId: string): Promise<readonly string[]>;
  /** The last turns, oldest first. */
  abstract recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]>;
  /** The turn that an answer with this trace belongs to; undefined when it is gone. */
  abstract byTrace(traceId: string): Promise<KeptAnswer | undefined>;
  /** Answers that a person should look at, oldest first, behind the one with this trace; '' begins at the start. */
  abstract toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]>;
  /** Puts an answer among those that a person should look at. */
  abstract flag(traceId: string, reason: ReviewReason): Promise<void>;
  /** Removes the turn with this trace, and its conversation where no other turn is left. @returns whether there was one */
  abstract removeTurn(traceId: string, owner: string): Promise<boolean>;
  /** @returns whether there was one */
  abstract remove(conversationId: string, owner: string): Promise<boolean>;
  /** Removes conversations of all keys without a turn since a moment (ISO). @returns how many */
  abstract removeIdleSince(at: string): Promise<number>;
}
