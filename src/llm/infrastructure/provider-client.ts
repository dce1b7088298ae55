import { CompletionRequest } from '../domain/language-model.js';

/** Takes a piece of a reply as it comes: of what the model says, or of what it thinks before, which is told apart and never shown. */
export type OnPiece = (text: string, kind: 'said' | 'thought') => void;

/** What a provider said. */
export interface ProviderReply {
  /** As it came; empty for a refusal without words, and where the model only thought. */
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

/** Types of content parts that hold what a model thinks. */
const THOUGHT_PART = /think|reason/iu;

/** Gathers a reply and hands its pieces on. */
export class ReplyText {
  text = '';
  /** The model thought, in a field of its own. */
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

  /** What the model thinks, where the server tells it apart. */
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

/** One call to one provider over its own wire format: no retries, no limits of time, no prices. */
export abstract class ProviderClient {
  /** @throws the library's errors, or UnreadableReplyError */
  abstract stream(request: CompletionRequest, signal: AbortSignal, onPiece: OnPiece): Promise<ProviderReply>;
  /** Asks for the list of models, which costs nothing. @throws when it does not come */
  abstract listModels(signal: AbortSignal): Promise<void>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
