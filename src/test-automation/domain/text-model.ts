/** One question to a language model. */
export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
  /** Of the reply. */
  readonly maxTokens: number;
  readonly temperature: number;
  /** The how-manieth independent reading of the same prompt, from 0: each is asked for, and kept, by itself. */
  readonly repeat: number;
  /** The reply is to be one JSON object. */
  readonly isJson?: boolean;
  /** Only a reply that can be read is kept. */
  readonly isReadable: (text: string) => boolean;
}

export interface ModelReply {
  readonly text: string;
  /** What this reply cost now: 0 when it was kept from before; null when nobody knows. */
  readonly costUsd: number | null;
  readonly isCached: boolean;
}

/** No reply, or half of one. The message says why and holds no key. */
export class TextModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TextModelError';
  }
}

/** The configured language model as judge and as writer of questions. The same prompt and repeat give the same reply. */
export abstract class TextModel {
  /** False without a model: then nothing is asked. */
  abstract readonly available: boolean;
  /** Provider and model, as reports name them. */
  abstract readonly name: string;
  /** @throws TextModelError when there is no whole reply */
  abstract complete(prompt: ModelPrompt, signal: AbortSignal): Promise<ModelReply>;
  /** List price of a call in US dollars; null when it is not known. */
  abstract priceUsd(inputTokens: number, outputTokens: number): number | null;
}

/** Whole replies by what was asked. */
export abstract class ReplyCache {
  abstract find(key: string): Promise<string | undefined>;
  abstract save(key: string, reply: string): Promise<void>;
}
