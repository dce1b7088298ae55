import { CompletionRequest, OnToken } from '../domain/language-model.js';

/** What a provider said. */
export interface ProviderReply {
  /** As it came, empty only for a refusal without words. */
  readonly text: string;
  /** Undefined when the server does not count. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
  /** False when the reply was cut at its length. */
  readonly isWhole: boolean;
}

/** What came is no reply: not the format, cut in the middle, or without end. */
export class UnreadableReplyError extends Error {}

/** Longest token that is still one: what comes with more characters for its tokens is no reply of a model. */
const CHARACTERS_PER_TOKEN = 16;

/** Gathers a reply and hands its pieces on. */
export class ReplyText {
  text = '';
  private readonly limit: number;

  constructor(
    maxTokens: number,
    private readonly onToken: OnToken,
  ) {
    this.limit = maxTokens * CHARACTERS_PER_TOKEN;
  }

  add(piece: unknown): void {
    if (typeof piece !== 'string' || piece === '') return;
    this.text += piece;
    if (this.text.length > this.limit)
      throw new UnreadableReplyError(`its answer is longer than ${this.limit} characters`);
    this.onToken(piece);
  }
}

/** One call to one provider over its own wire format: no retries, no limits of time, no prices. */
export abstract class ProviderClient {
  /** @throws the library's errors, or UnreadableReplyError */
  abstract stream(request: CompletionRequest, signal: AbortSignal, onToken: OnToken): Promise<ProviderReply>;
  /** Asks for the list of models, which costs nothing. @throws when it does not come */
  abstract listModels(signal: AbortSignal): Promise<void>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
