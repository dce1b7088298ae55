import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** The model that answers from everything that the key may see, and embeds with the embedding of the search. */
export const DEFAULT_MODEL = 'default';

export interface Model {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** A conversation in the form of the pipeline: its last question, and the previous questions. */
export interface Question {
  readonly text: string;
  /** Earlier questions, oldest first; a follow-up is completed from them. */
  readonly history: readonly string[];
  /** Id of the caller's key. */
  readonly owner: string;
  /** Categories that the caller may see through this model. */
  readonly filter: CategoryFilter;
  /** Number of passages to read. */
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  /** Review threshold of the agent that is the model, if one is. */
  readonly reviewBelow: number | undefined;
  /** Whether the client streams: then texts are sent while they are written. */
  readonly streamed: boolean;
  /** The conversation of the answer; a new one if absent. */
  readonly conversationId?: string | undefined;
  /** False: neither the question nor its answer is stored. */
  readonly isKept?: boolean | undefined;
}

/** A span of an answer and its source document; offsets are UTF-16 units of the answer. */
export interface CitedSpan {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** Address of the document; null for one that is only stored here. */
  readonly url: string | null;
  readonly documentId: string;
  /** As in /chat/run. */
  readonly edition: Readonly<Record<'label' | 'effective_from' | 'effective_to', string | null>> | null;
  /** The quoted passage, as offsets in the stored text. */
  readonly quote: { readonly start: number; readonly end: number };
}

export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** The stored data of an answer of the pipeline. */
export interface AnswerOrigin {
  readonly conversationId: string;
  readonly traceId: string;
  /** The self-contained question. */ readonly question: string; /** The sources of the answer's words. */
  readonly sources: readonly QuotedSource[];
  /** Whether its turn was stored. */
  readonly isStored: boolean;
}

export interface CompletedAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: TokenUsage;
  /** Where the answer is stored; undefined for a reply without documents. */
  readonly origin?: AnswerOrigin | undefined;
  /** All fields of the answer except its text, in the names of /chat/run. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Events of a question, in this order: texts, if the client streams, and then the whole answer once. The joined texts equal the answer, or
 * end with it if a sent draft was replaced. The citations of the whole answer have offsets in the joined text.
 */
export type AnswerEvent =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'done'; readonly answer: CompletedAnswer };

/** Port: answers questions. The adapter in infrastructure uses the pipeline. */
export abstract class Answering {
  /** A follow-up as a self-contained question. @param earlier questions before it, oldest first */
  abstract complete(question: string, earlier: readonly string[]): string;
  /** @throws the error of a question without an answer, before the first event */
  abstract answer(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent, void, undefined>;
  /** Removes a stored answer with its question. */
  abstract forget(traceId: string, owner: string): Promise<void>;
}
