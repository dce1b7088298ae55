/** A sentence that a writer may quote, best first in its list. */
export interface Quotable {
  /** Index of the passage in the request. */
  readonly passage: number;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  /** How well it supports the question, 0..1. */
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
  readonly costUsd: number;
}

export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: Usage;
}

/** Writes an answer from passages. Stops when the signal fires. */
export abstract class AnswerWriter {
  abstract readonly provider: string;
  abstract readonly model: string;
  abstract write(request: WriteRequest, signal: AbortSignal): Promise<WrittenAnswer>;
  /** A real check whether the provider can be used now. */
  abstract healthy(): Promise<boolean>;
}
