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
}

export interface Conversation {
  readonly conversationId: string;
  readonly createdAt: string;
  readonly turns: readonly Turn[];
}

/** Conversations belong to the key that made them: another key's conversation of the same id is another conversation. */
export abstract class ConversationStore {
  abstract append(conversationId: string, owner: string, turn: Turn): Promise<void>;
  abstract find(conversationId: string, owner: string): Promise<Conversation | undefined>;
  /** The last turns, oldest first. */
  abstract recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]>;
  /** @returns whether there was one */
  abstract remove(conversationId: string, owner: string): Promise<boolean>;
  /** Removes conversations of all keys without a turn since a moment (ISO). @returns how many */
  abstract removeIdleSince(at: string): Promise<number>;
}
