import { Language } from '../../text/language.js';
import { RankedSentence, Evidence } from './evidence.js';
import { shownText } from '../../text/shown-text.js';

/** A claim of an earlier draft that the passages do not support; the next draft must not repeat it. */
export interface Correction {
  readonly claim: string;
  readonly verdict: 'contradicted' | 'not_found';
  /** What the passages say instead, if they say something. */
  readonly quote: string | undefined;
}

export interface ComposeRequest {
  readonly question: string;
  readonly language: Language;
  readonly depth: 'answer' | 'explanation';
  /** Best first. */
  readonly sentences: readonly RankedSentence[];
  readonly corrections: readonly Correction[];
}

/** A span of the answer, and the span of a passage's text that supports it. */
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
  /** Null if the price is not known. */
  readonly costUsd: number | null;
}

/** Findings of the comparison of a model's answer with its passages. */
export interface ComposedFindings {
  /** Spans of the answer without a citation. */
  readonly uncited: readonly { readonly start: number; readonly end: number }[];
  /** Citation numbers that named no passage and were dropped. */
  readonly droppedCitations: number;
  /** Sentences without support in a cited passage, which were removed. */
  readonly leftOut: number;
  /** Of those, sentences that repeated the rules that the model was given. */
  readonly leaks: number;
  /** Links, addresses and tags that are in no passage and were removed. */
  readonly removedAddresses: number;
  /** Sentences of passages that address a model instead of a reader, neither quoted nor followed; offsets in the stored document. */
  readonly instructions: readonly {
    readonly chunkId: string;
    readonly start: number;
    readonly end: number;
    readonly kind: string;
  }[];
}

/** The sum of both; an unknown cost makes the sum unknown. */
export function sumUsage(a: LlmUsage, b: Pick<LlmUsage, 'inputTokens' | 'outputTokens' | 'costUsd'>): LlmUsage {
  return {
    ...a,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  };
}

export interface ComposedAnswer {
  readonly text: string;
  readonly citations: readonly ComposedCitation[];
  readonly usage: LlmUsage;
  /** What the writer could not do as requested. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the sentences; then text and citations are empty. */
  readonly abstained: boolean;
  readonly findings?: ComposedFindings;
}

/**
 * Why there is no answer: the writer was late, stopped in the middle, is overloaded (`busy`), has an open circuit (`resting`), or failed.
 */
export type WriterFailure = 'late' | 'silent' | 'busy' | 'resting' | 'failed';

/** The writer gave no answer. */
export class ComposerError extends Error {
  constructor(
    message: string,
    readonly failure: WriterFailure,
  ) {
    super(message);
    this.name = 'ComposerError';
  }
}

/** Receives the progress of a writer. */
export interface WritingListener {
  /** The next piece of the answer; each was checked. */
  readonly text: (piece: string) => void;
  /** The first token arrived, of the reasoning or of the answer. From now on the writer's own limits apply. */
  readonly begun: () => void;
}

/** Writes the answer. The adapter in infrastructure uses the llm feature. */
export abstract class Composer {
  /** Usage of an answer that needed no writer. */
  abstract idleUsage(): LlmUsage;
  /** Sentences of a text that address a model instead of a reader; they are never quoted. Offsets in the text. */
  abstract instructionsIn(
    text: string,
  ): readonly { readonly start: number; readonly end: number; readonly kind: string }[];
  /**
   * @param listener receives the answer in chunks. Together the chunks are a prefix of the final text, and all of it when the promise
   * resolves. They are void after an error, and if the final text does not start with them
   * @throws ComposerError if there is no answer
   */
  abstract compose(request: ComposeRequest, signal: AbortSignal, listener?: WritingListener): Promise<ComposedAnswer>;
}

/**
 * Whether an answer consists of quotes alone: every cited span equals the shown text of its passage, and only white space and citation
 * marks are between the spans. Such an answer needs no verification.
 */
export function isVerbatim({ text, citations }: ComposedAnswer, evidence: readonly Evidence[]): boolean {
  const passages = new Map(evidence.map((e) => [e.chunkId, e.text]));
  let rest = '';
  let at = 0;
  for (const citation of [...citations].sort((a, b) => a.start - b.start)) {
    const quote = passages.get(citation.chunkId)?.slice(citation.quoteStart, citation.quoteEnd);
    if (quote === undefined || shownText(quote) !== text.slice(citation.start, citation.end)) return false;
    rest += text.slice(at, citation.start);
    at = Math.max(at, citation.end);
  }
  rest += text.slice(at);
  return citations.length > 0 && /^(?:\s|\[\d{1,3}\])*$/u.test(rest);
}
