/** A question to the system under test. */
export interface TargetQuestion {
  readonly message: string;
  /** Undefined opens a new conversation. */
  readonly conversationId: string | undefined;
  readonly asOf: string | undefined;
  /** Earlier turns, for targets that keep no conversation themselves. */
  readonly history: readonly { readonly question: string; readonly answer: string }[];
  /** Components that are switched off for this question; empty is the target as configured. */
  readonly off: readonly string[];
  /** Categories that this question is limited to; only this system can be limited. Undefined is all that the session may see. */
  readonly visible?: readonly (readonly string[])[] | undefined;
}

export interface TargetSource {
  readonly documentId: string;
  readonly chunkId: string | null;
  readonly title: string;
  readonly quote: string;
  /** Offsets of the quote in the stored document. */
  readonly start: number | null;
  readonly end: number | null;
}

/** The effect of a component of the target, from its trace. */
export interface ComponentEvent {
  readonly component: string;
  readonly fired: boolean;
  readonly input: unknown;
  readonly output: unknown;
  readonly effect: string;
  readonly tookMs: number;
}

export interface TargetAnswer {
  readonly text: string;
  readonly sources: readonly TargetSource[];
  readonly abstained: boolean;
  readonly confidence: number | null;
  readonly conversationId: string | null;
  readonly traceId: string | null;
  /** Empty if the target does not expose its components. */
  readonly events: readonly ComponentEvent[];
  /** The target's interpretation of the message, if it reports one. */
  readonly understood: { readonly intent: string | null; readonly question: string | null };
  readonly degraded: readonly string[];
  readonly costUsd: number | null;
  /** Token counts of the target; undefined for a target that is not asked for them. */
  readonly tokens?: { readonly input: number | null; readonly output: number | null };
  readonly tookMs: number;
  /** Number of repeated requests within this answer; undefined without one. */
  readonly retries?: TargetRetries;
}

/** Ids of the documents that an answer cites. */
export const citedBy = ({ sources }: TargetAnswer): string[] => sources.map(({ documentId }) => documentId);

/** Requests that a target failed and that were sent again. They have no answers and are not judged. */
export interface TargetRetries {
  /** It answered 500, 502, 503 or 504. */
  readonly serverErrors: number;
  /** Its answer broke off. */
  readonly cutAnswers: number;
}

/** The target could not be asked: the result is `not_evaluated`, never a score. */
export class TargetError extends Error {
  /**
   * @param retryAfterMs the `Retry-After` of the target, for 429 and 503
   * @param failure a failure that may pass when the request is repeated
   * @param retries requests that were sent again before this failure; undefined without one
   */
  constructor(
    message: string,
    readonly retryAfterMs?: number,
    readonly failure?: 'server_error' | 'cut_answer',
    readonly retries?: TargetRetries,
  ) {
    super(message);
    this.name = 'TargetError';
  }
}

/**
 * A RAG system under test: this one in process, another Touchstone, an OpenAI-compatible endpoint, or any HTTP server.
 * @example
 * // Abstains from every question: a session against it shows which questions have an answer.
 * class SilentTarget extends RagTarget {
 *   readonly kind = 'http';
 *
 *   ask(question: TargetQuestion): Promise<TargetAnswer> {
 *     return Promise.resolve({
 *       text: 'The documents do not say.',
 *       sources: [],
 *       abstained: true,
 *       confidence: null,
 *       conversationId: question.conversationId ?? null,
 *       traceId: null,
 *       events: [],
 *       understood: { intent: null, question: null },
 *       degraded: [],
 *       costUsd: null,
 *       tookMs: 0,
 *     });
 *   }
 * }
 */
export abstract class RagTarget {
  abstract readonly kind: 'self' | 'touchstone' | 'openai' | 'http';
  /** @throws TargetError if there is no answer */
  abstract ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer>;
}
