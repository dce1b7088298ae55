/** One question to a language model. */
export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
  /** Maximum tokens of the reply. */
  readonly maxTokens: number;
  readonly temperature: number;
  /** Zero-based sample index; samples of the same prompt are requested and cached separately. */
  readonly repeat: number;
  /** The reply must be one JSON object. */
  readonly isJson?: boolean;
  /** Only a readable reply is cached. */
  readonly isReadable: (text: string) => boolean;
}

export interface ModelReply {
  readonly text: string;
  /** Cost of this reply now: 0 if it was cached; null if unknown. */
  readonly costUsd: number | null;
  readonly isCached: boolean;
}

/** No reply, or an incomplete one. The message has the reason and contains no key. */
export class TextModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TextModelError';
  }
}

/** The configured language model as judge and as writer of questions. The same prompt and sample index give the same reply. */
export abstract class TextModel {
  /** False without a model: then nothing is asked. */
  abstract readonly available: boolean;
  /** Provider and model, as reports name them. */
  abstract readonly name: string;
  /** @throws TextModelError without a complete reply */
  abstract complete(prompt: ModelPrompt, signal: AbortSignal): Promise<ModelReply>;
  /** List price of a call in US dollars; null if unknown. */
  abstract priceUsd(inputTokens: number, outputTokens: number): number | null;
}

/** Complete replies by their request. */
export abstract class ReplyCache {
  abstract find(key: string): Promise<string | undefined>;
  abstract save(key: string, reply: string): Promise<void>;
}
