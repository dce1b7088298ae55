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
  /** Probability, 0..1, that it contains the answer, given that one of the candidateSentences does. */
  readonly support: number;
  /** Share of each content word of the question in it and its context. */
  readonly shares: readonly number[];
  /** The question asks for it by its number: it is quoted verbatim. */
  readonly isWhole?: boolean;
}

export interface WriterPassage {
  readonly title: string;
  readonly section: string | undefined;
  /** The document that it is a part of; undefined: the passage is a document of its own. */
  readonly document?: string;
  readonly text: string;
}

export interface WriteRequest {
  readonly question: string;
  readonly language: 'en' | 'ko';
  /** `explanation` needs more than the one answering sentence. */
  readonly depth: 'answer' | 'explanation';
  readonly passages: readonly WriterPassage[];
  readonly candidateSentences: readonly Quotable[];
  /** Claims of earlier drafts that must not be repeated. */
  readonly corrections?: readonly FailedClaim[];
}

/** A span of the answer and the passage text that supports it. */
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
  /** In US dollars; null if the price of the model is not known. */
  readonly costUsd: number | null;
}

/** Findings of the check of a model's reply; zeros and empty lists without a model. */
export interface AnswerFindings {
  /** Spans of the answer that the model gave no citation for. */
  readonly uncited: readonly TextSpan[];
  /** Citation numbers that named no passage and were dropped. */
  readonly droppedCitations: number;
  /** Sentences without support in a cited passage, which were removed. */
  readonly leftOut: number;
  /** Of those, sentences that repeated the rules that the model was given. */
  readonly leaks: number;
  /** Links, addresses and tags that are in no passage and were removed. */
  readonly removedAddresses: number;
  /** Sentences of the passages that address a model instead of a reader; they are neither quoted nor followed. */
  readonly instructions: readonly (FoundInstruction & { readonly passage: number })[];
}

export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  readonly usage: Usage;
  /** Reasons why the answer is degraded; empty without a failure. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the passages; then text and citations are empty. */
  readonly abstained: boolean;
  readonly findings: AnswerFindings;
}
