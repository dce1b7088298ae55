import { Usage } from './written-answer.js';

/** Addresses of the providers themselves. That of Gemini has the API of OpenAI. */
export const PROVIDER_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai/',
} as const;

/** One request to a model: its rules and its input. */
export interface CompletionRequest {
  readonly system: string;
  readonly user: string;
  /** Maximum length of the reply; a longer reply is cut. */
  readonly maxTokens: number;
  /** 0 by default; not sent to models without this parameter. */
  readonly temperature?: number;
  /** The reply must be one JSON object; servers that support it enforce it. */
  readonly isJson?: boolean;
}

export interface Completion {
  readonly text: string;
  readonly usage: Usage;
  /** False if the reply was cut at `maxTokens`. */
  readonly isWhole: boolean;
}

/** Receives a chunk of a reply; an empty chunk during reasoning. */
export type OnToken = (text: string) => void;

/**
 * Why there is no reply. `unavailable`: no model is configured. `failed`: the provider failed. `late`: it exceeded the limit. `silent`: it
 * stopped in the middle of its reply. `cancelled`: the caller aborted. `busy`: the queue is full. `circuit_open`: the provider failed too
 * often and is not called until the circuit closes. `cost_guard`: the budget is used up.
 */
export type ModelFailure =
  'unavailable' | 'failed' | 'late' | 'silent' | 'cancelled' | 'busy' | 'circuit_open' | 'cost_guard';

/** No reply of a model. The message never contains a key. */
export class LanguageModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    /** Basis of the probable cost of the failed call: received characters of the reply; undefined if nothing was sent. */
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
  /** False if no model is configured; `complete` then always fails with `unavailable`. */
  abstract readonly available: boolean;
  /** @throws LanguageModelError if there is no reply, or no readable one */
  abstract complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion>;
  /** List price of a call in US dollars; null if it is not known, as for a private server without a price. */
  readonly priceUsd: (inputTokens: number, outputTokens: number) => number | null = () => null;
  /** Checks whether the provider is usable now. */
  abstract healthy(): Promise<boolean>;
}

/** A model that can be called. */
export abstract class AvailableModel extends LanguageModel {
  readonly provider: string;
  readonly model: string;
  readonly available = true;

  constructor({ provider, model }: { readonly provider: string; readonly model: string }) {
    super();
    this.provider = provider;
    this.model = model;
  }
}

/** A model that a person names, instead of that of the settings. */
export interface NamedModel {
  readonly provider: keyof typeof PROVIDER_URLS;
  readonly model: string;
  /** Undefined for a server without keys. */
  readonly apiKey: string | undefined;
  /** Undefined for the provider's own address. */
  readonly baseUrl: string | undefined;
}

/**
 * Opens a model that a person names: one request for each reply, without retries, time limits and a budget.
 * @param send sends the requests, and refuses addresses that a person may not name
 */
export type OpenModel = (named: NamedModel, send: typeof fetch) => Promise<LanguageModel>;
