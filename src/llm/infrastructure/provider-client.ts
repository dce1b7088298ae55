import { CompletionRequest } from '../domain/language-model.js';

/** Receives a chunk of a reply: of the answer, or of the reasoning, which is separated and never shown. */
export type OnPiece = (text: string, kind: 'said' | 'thought') => void;

/** The reply of a provider. */
export interface ProviderReply {
  /** Unchanged text; empty for a refusal without words, and if the model only reasoned. */
  readonly text: string;
  /** Undefined if the server does not count. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
  /** False if the reply was cut at its maximum length. */
  readonly isWhole: boolean;
}

/** The response is not a reply: wrong format, cut, or too long. */
export class UnreadableReplyError extends Error {}

/** Maximum characters per token: a longer response is not a reply of a model. */
const CHARACTERS_PER_TOKEN = 16;

/** Types of content parts with reasoning. */
const THOUGHT_PART = /think|reason/iu;

/** Collects a reply and forwards its chunks. */
export class ReplyText {
  text = '';
  /** The model reasoned, in a separate field. */
  thought = false;
  private readonly limit: number;

  constructor(
    maxTokens: number,
    private readonly onPiece: OnPiece,
  ) {
    this.limit = maxTokens * CHARACTERS_PER_TOKEN;
  }

  /** @param content text, or a list of parts of it, as newer models send */
  add(content: unknown): void {
    if (Array.isArray(content)) {
      content.forEach((part: unknown) => {
        this.addPart(part);
      });
      return;
    }
    if (typeof content !== 'string' || content === '') return;
    this.text += content;
    if (this.text.length > this.limit)
      throw new UnreadableReplyError(`its answer is longer than ${this.limit} characters`);
    this.onPiece(content, 'said');
  }

  /** Adds reasoning, if the server separates it. */
  addThought(content: unknown): void {
    if (typeof content !== 'string' || content === '') return;
    this.thought = true;
    this.onPiece(content, 'thought');
  }

  private addPart(part: unknown): void {
    if (!isRecord(part)) {
      this.add(part);
      return;
    }
    const type = typeof part['type'] === 'string' ? part['type'] : '';
    const text = part['text'] ?? part['content'];
    if (THOUGHT_PART.test(type)) this.addThought(typeof text === 'string' ? text : JSON.stringify(part));
    else this.add(text);
  }
}

/** One call to one provider in its wire format: no retries, no time limits, no prices. */
export abstract class ProviderClient {
  /** @throws the library's errors, or UnreadableReplyError */
  abstract stream(request: CompletionRequest, signal: AbortSignal, onPiece: OnPiece): Promise<ProviderReply>;
  /** Asks for the list of models, which costs nothing. @throws if the request fails */
  abstract listModels(signal: AbortSignal): Promise<void>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
