import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** A conversation as it is answered here: its last question, and the questions before it. */
export interface Question {
  readonly text: string;
  /** Earlier questions, oldest first; a follow-up is completed from them. */
  readonly history: readonly string[];
  /** Id of the key that asks. */
  readonly owner: string;
  /** What the caller, through this model, may see. */
  readonly filter: CategoryFilter;
  /** Passages to read. */
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  /** Review threshold of the agent that is the model, if one is. */
  readonly reviewBelow: number | undefined;
  /** Whether the client reads along: then texts come as they are written. */
  readonly streamed: boolean;
  /** The conversation that the answer belongs to; a new one when left out. */
  readonly conversationId?: string | undefined;
  /** False: nothing of the question and its answer is kept. */
  readonly isKept?: boolean | undefined;
}

/** A stretch of an answer and the document that it stands on; offsets are UTF-16 units of the answer. */
export interface CitedSpan {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** Where the document came from; null for one that is only kept here. */
  readonly url: string | null;
  readonly documentId: string;
}

export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** An answer of the pipeline as it is kept. */
export interface AnswerOrigin {
  readonly conversationId: string;
  readonly traceId: string;
  /** The question in words that stand alone. */
  readonly question: string;
  /** What the answer's words come from. */
  readonly sources: readonly QuotedSource[];
  /** Whether its turn was stored. */
  readonly isStored: boolean;
}

export interface CompletedAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: TokenUsage;
  /** Where the answer is kept; undefined for a reply that no document was read for. */
  readonly origin?: AnswerOrigin | undefined;
  /** All that the answer has beside its text, in the names of /chat/run. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * What comes of a question, in this order: texts, where the client reads along, and once the answer as a whole. Joined the texts are
 * the answer, or end with it where a draft that was shown did not stand; the whole answer's citations count in the joined text.
 */
export type AnswerEvent =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'done'; readonly answer: CompletedAnswer };

/** Port: answers questions; adapted to the pipeline in infrastructure. */
export abstract class Answering {
  /** A follow-up as a question that stands alone. @param earlier questions before it, oldest first */
  abstract complete(question: string, earlier: readonly string[]): string;
  /** @throws whatever ends a question without an answer, before the first event */
  abstract answer(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent, void, undefined>;
  /** Removes a kept answer with its question. */
  abstract forget(traceId: string, owner: string): Promise<void>;
}
