import { TextSpan } from '../../text/text-span.js';
import { FailedClaim } from './correction-note.js';
import { FoundInstruction } from './instructions.js';

/** A sentence that a writer may quote, best first in its list. */
export interface Quotable {
  /** Index of the passage in the request. */
  readonly passage: number;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  /** Probability, 0..1, that it holds the answer, given that one of the candidateSentences does. */
  readonly support: number;
  /** How much of each content word of the question it holds with its context. */
  readonly shares: readonly number[];
  /** The question asks for it by its number: it is quoted as it is. */
  readonly isWhole?: boolean;
}

export interface WriterPassage {
  readonly title: string;
  readonly section: string | undefined;
  /** The document that it is a part of; a passage without one stands by itself. */
  readonly document?: string;
  readonly text: string;
}

export interface WriteRequest {
  readonly question: string;
  readonly language: 'en' | 'ko';
  /** `explanation` wants more than the one sentence that answers. */
  readonly depth: 'answer' | 'explanation';
  readonly passages: readonly WriterPassage[];
  readonly candidateSentences: readonly Quotable[];
  /** Claims of earlier drafts that must not be said again. */
  readonly corrections?: readonly FailedClaim[];
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

/** What was found while a model's reply was checked; zeros and empty lists where no model wrote. */
export interface AnswerFindings {
  /** Stretches of the answer without a citation, which the model gave without one too. */
  readonly uncited: readonly TextSpan[];
  /** Citation numbers that named no passage and were dropped. */
  readonly droppedCitations: number;
  /** Sentences that no cited passage says and that were left out. */
  readonly leftOut: number;
  /** Of those, sentences that repeated the rules that the model was given. */
  readonly leaks: number;
  /** Links, addresses and tags that stand in no passage and were taken out. */
  readonly removedAddresses: number;
  /** Sentences of the passages that speak to a model instead of a reader; they are neither quoted nor followed. */
  readonly instructions: readonly (FoundInstruction & { readonly passage: number })[];
}

export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: Usage;
  /** What the writer could not do as asked; empty when all went well. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the passages; then text and citations are empty. */
  readonly abstained: boolean;
  readonly findings: AnswerFindings;
}
