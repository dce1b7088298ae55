import { Language } from '../../text/language.js';
import { RankedSentence } from './evidence.js';

/** A claim of an earlier draft that the passages do not bear out: it must not be said again. */
export interface Correction {
  readonly claim: string;
  readonly verdict: 'contradicted' | 'not_found';
  /** What the passages say instead, where they say something. */
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

/** What was found while a model's answer was held against its passages. */
export interface ComposedFindings {
  /** Stretches of the answer that the model gave no citation for. */
  readonly uncited: readonly { readonly start: number; readonly end: number }[];
  /** Citation numbers that named no passage and were dropped. */
  readonly droppedCitations: number;
  /** Sentences that no cited passage says and that were left out. */
  readonly leftOut: number;
  /** Of those, sentences that repeated the rules that the model was given. */
  readonly leaks: number;
  /** Links, addresses and tags that stand in no passage and were taken out. */
  readonly removedAddresses: number;
  /** Sentences of passages that speak to a model instead of a reader, neither quoted nor followed; offsets in the stored document. */
  readonly instructions: readonly {
    readonly chunkId: string;
    readonly start: number;
    readonly end: number;
    readonly kind: string;
  }[];
}

/** Both together; a cost that is not known makes the sum unknown. */
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
  /** What the writer could not do as asked. */
  readonly degraded: readonly string[];
  /** The writer found no answer in the sentences; then text and citations are empty. */
  readonly abstained: boolean;
  readonly findings?: ComposedFindings;
}

/** Why no answer came: the writer was late; fell silent in the middle; has too much to do; failed so often that it is not asked; failed. */
export type WriterFailure = 'late' | 'silent' | 'busy' | 'resting' | 'failed';

/** No answer came. */
export class ComposerError extends Error {
  constructor(
    message: string,
    readonly failure: WriterFailure,
  ) {
    super(message);
    this.name = 'ComposerError';
  }
}

/** Hears how a writer gets on. */
export interface WritingListener {
  /** The next piece of the answer; each was checked. */
  readonly text: (piece: string) => void;
  /** The first token has come, thought or said: from here on the writer's own limits hold. */
  readonly begun: () => void;
}

/** Writes the answer; adapted to the llm feature in infrastructure. */
export abstract class Composer {
  /** Usage of an answer that needed no writer. */
  abstract idleUsage(): LlmUsage;
  /** Sentences of a text that speak to a model instead of a reader: they are never quoted. Offsets in the text. */
  abstract instructionsIn(
    text: string,
  ): readonly { readonly start: number; readonly end: number; readonly kind: string }[];
  /**
   * @param listener is given the answer piece by piece as it grows; together the pieces are the start of the final text, and all of it when
   * the promise resolves. After an error they are void, and where the final text does not begin with them
   * @throws ComposerError when no answer came
   */
  abstract compose(request: ComposeRequest, signal: AbortSignal, listener?: WritingListener): Promise<ComposedAnswer>;
}
