import { Language } from '../../shared/domain/language.js';
import { RankedSentence } from './evidence.js';

export interface ComposeRequest {
  readonly question: string;
  readonly language: Language;
  readonly depth: 'answer' | 'explanation';
  /** Best first. */
  readonly sentences: readonly RankedSentence[];
}

/** A stretch of the answer, and the stretch of a passage's text that it stands on. */
export interface ComposedCitation {
  readonly start: number;
  readonly end: number;
  readonly chunkId: string;
  readonly quoteStart: number;
  readonly quoteEnd: number;
}

export interface LlmUsage {
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null when the price is not known. */
  readonly costUsd: number | null;
}

export interface ComposedAnswer {
  readonly text: string;
  readonly citations: readonly ComposedCitation[];
  readonly usage: LlmUsage;
  /** What the writer could not do as asked. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the sentences; then text and citations are empty. */
  readonly abstained: boolean;
}

/** Writes the answer; adapted to the llm feature in infrastructure. */
export abstract class Composer {
  /** Usage of an answer that needed no writer. */
  abstract idleUsage(): LlmUsage;
  abstract compose(request: ComposeRequest, signal: AbortSignal): Promise<ComposedAnswer>;
}
