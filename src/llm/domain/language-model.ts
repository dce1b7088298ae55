import { Usage } from './written-answer.js';

/** One question to a model: its rules, and what it is asked. */
export interface CompletionRequest {
  readonly system: string;
  readonly user: string;
  /** Of the reply; a reply that is longer is cut there. */
  readonly maxTokens: number;
  /** 0 by default; models that take none are not given one. */
  readonly temperature?: number;
  /** The reply is to be one JSON object; servers that can are asked to see to it. */
  readonly isJson?: boolean;
}

export interface Completion {
  readonly text: string;
  readonly usage: Usage;
  /** False if the reply was cut at `maxTokens`. */
  readonly isWhole: boolean;
}

/** Takes a piece of a reply as it comes; an empty one while the model only thinks. */
export type OnToken = (text: string) => void;

/**
 * Why no reply came: no model is configured; the provider failed; it was late; it fell silent in the middle of its reply; the caller wants no reply any more; too many calls
 * wait already; the provider failed so often that it is left alone for a while; the budget is used up.
 */
export type ModelFailure =
  'unavailable' | 'failed' | 'late' | 'silent' | 'cancelled' | 'busy' | 'circuit_open' | 'cost_guard';

/** No reply of a model. The message never holds a key. */
export class LanguageModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    /** What the call has probably cost all the same: characters of the reply that came; undefined when nothing was sent. */
    readonly receivedCharacters?: number,
  ) {
    super(message);
    this.name = 'LanguageModelError';
  }
}

/** A language model of one provider. Stops when the signal fires. */
export abstract class LanguageModel {
  abstract readonly provider: string;
  abstract readonly model: string;
  /** False when no model is configured; then `complete` always fails with `unavailable`. */
  abstract readonly available: boolean;
  /** @throws LanguageModelError when no reply came, or none that can be read */
  abstract complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion>;
  /** List price of a call in US dollars; null when it is not known, as for a server of one's own without a price. */
  readonly priceUsd: (inputTokens: number, outputTokens: number) => number | null = () => null;
  /** A real check whether the provider can be used now. */
  abstract healthy(): Promise<boolean>;
}
