/** A sentence that a writer may quote, best first in its list. */
export interface Quotable {
  /** Index of the passage in the request. */
  readonly passage: number;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  /** Probability, 0..1, that it holds the answer, given that one of the quotables does. */
  readonly support: number;
  /** How much of each content word of the question it holds with its context. */
  readonly shares: readonly number[];
}

export interface WriterPassage {
  readonly title: string;
  readonly section: string | undefined;
  readonly text: string;
}

export interface WriteRequest {
  readonly question: string;
  readonly language: 'en' | 'ko';
  /** `explanation` wants more than the one sentence that answers. */
  readonly depth: 'answer' | 'explanation';
  readonly passages: readonly WriterPassage[];
  readonly quotables: readonly Quotable[];
}

/** A stretch of the answer and the passage text that it stands on. */
export interface CitedSpan {
  /** Offsets in the answer. */
  readonly start: number;
  readonly end: number;
  readonly passage: number;
  /** Offsets of the quote in the passage's text. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
}

export interface Usage {
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price of the model is not known. */
  readonly costUsd: number | null;
}

export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: Usage;
  /** What the writer could not do as asked; empty when all went well. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the passages; then text and citations are empty. */
  readonly abstained: boolean;
}

/** The writer failed or was late. The message never holds a key. */
export class AnswerWriterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AnswerWriterError';
  }
}

/** Writes an answer from passages. Stops when the signal fires. */
export abstract class AnswerWriter {
  abstract readonly provider: string;
  abstract readonly model: string;
  /** @throws AnswerWriterError when no answer came, or none that can be read */
  abstract write(request: WriteRequest, signal: AbortSignal): Promise<WrittenAnswer>;
  /** A real check whether the provider can be used now. */
  abstract healthy(): Promise<boolean>;
}
