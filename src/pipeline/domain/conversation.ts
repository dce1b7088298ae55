/** A source as it is stored with its turn. */
export type RememberedSource = Readonly<Record<string, unknown>>;

/** Marks a span of an answer, as it is stored with its turn. */
export interface StoredCitation {
  readonly start: number;
  readonly end: number;
  readonly source_n: number;
  readonly quote_start: number;
  readonly quote_end: number;
}

/** What else is needed to show an answer again; empty for a turn of an earlier release. */
export interface TurnDetails {
  readonly citations?: readonly StoredCitation[];
  readonly abstained?: boolean;
  readonly isSmallTalk?: boolean;
  /** A question of a test session, not of a person. */
  readonly isTest?: boolean;
  readonly language?: string;
  readonly asOf?: string;
  /** Agent that the question was asked to. */
  readonly agentId?: string;
  /** Categories that the caller limited the question to. */
  readonly categories?: readonly (readonly string[])[];
  /** Categories that the answer could use: those of the key, the agent and the request. Absent for all. */
  readonly within?: readonly (readonly string[])[];
  /** In an abstention: where the nearest passages are, nearest first. Absent in a turn of an earlier release. */
  readonly nearest?: readonly NearestDocument[];
}

/** The document of a passage that was near to a question and did not answer it. */
export interface NearestDocument {
  readonly documentId: string;
  readonly categoryPath: readonly string[];
}

/** What an editor did about a question. */
export interface DoneByEditor {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** For the person who asked. */
  readonly note: string | null;
}

export interface Turn {
  readonly message: string;
  /** The message as a self-contained question. */
  readonly completedQuestion: string;
  readonly response: string;
  readonly sources: readonly RememberedSource[];
  readonly traceId: string;
  readonly createdAt: string;
  /** Calibrated confidence of the answer, 0..1; undefined for a turn of an earlier release. */
  readonly confidence?: number | undefined;
  /** Review threshold of the agent that answered; undefined without one. */
  readonly reviewBelow?: number | undefined;
  /** Ids of the documents that a model read for the answer: the answer may contain their words without a citation. */
  readonly grounds?: readonly string[];
  readonly details?: TurnDetails;
  /** Time to answer, in whole milliseconds; undefined for a turn of an earlier release. */
  readonly tookMs?: number;
  /** What was degraded for this answer. */
  readonly degraded?: readonly string[];
  /** Absent while no editor has done anything about it. */
  readonly done?: DoneByEditor;
  /** Answer and sources are withheld, since the caller no longer has access to them. */
  readonly isWithheld?: boolean;
  /** A later edition of a document changed or removed a passage that the answer quotes. */
  readonly isOutdated?: boolean;
}

/** Why a person should look at an answer: its confidence was below the threshold, or the caller confirms it and may not add cases. */
export type ReviewReason = 'low_confidence' | 'confirmed';

/** A single turn, for feedback and review. */
export interface KeptAnswer extends Turn {
  readonly owner: string;
  readonly reviewReason: ReviewReason | undefined;
}

export interface Conversation {
  readonly conversationId: string;
  readonly createdAt: string;
  /** Title that a person gave; undefined without one. */
  readonly title?: string | undefined;
  readonly turns: readonly Turn[];
}

/** A conversation belongs to the key that created it. The same id of another key is another conversation. */
export abstract class ConversationStore {
  abstract append(conversationId: string, owner: string, turn: Turn): Promise<void>;
  /** Logs a turn that the caller does not want to be stored. A store without a log does nothing. */
  abstract passOver(turn: Turn): Promise<void>;
  abstract find(conversationId: string, owner: string): Promise<Conversation | undefined>;
  /** Owners of a conversation with this id, the owner of the newest turn first. */
  abstract ownersOf(conversationId: string): Promise<readonly string[]>;
  /** The last turns, oldest first. */
  abstract recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]>;
  /** The turn that an answer with this trace belongs to; undefined if it was deleted. */
  abstract byTrace(traceId: string): Promise<KeptAnswer | undefined>;
  /** Answers that a person should look at, oldest first, after the one with this trace; '' starts at the first. */
  abstract toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]>;
  /** Puts an answer among those that a person should look at. */
  abstract flag(traceId: string, reason: ReviewReason): Promise<void>;
  /** Removes the turn with this trace, and its conversation if no other turn is left. @returns whether the turn existed */
  abstract removeTurn(traceId: string, owner: string): Promise<boolean>;
  /** @returns whether the conversation existed */
  abstract remove(conversationId: string, owner: string): Promise<boolean>;
  /** Removes conversations of all keys without a turn since a moment (ISO). @returns how many */
  abstract removeIdleSince(at: string): Promise<number>;
}
