import { ModelPrompt } from './component.js';
import { LlmUsage } from './composer.js';

/** No reply of the model; the message never holds a key. */
export class TextCompletionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TextCompletionError';
  }
}

/** A language model for what components ask; adapted to the llm feature in infrastructure. */
export abstract class TextCompletion {
  /** False without a configured model: components then take their form without one, or say that they are not available. */
  abstract readonly available: boolean;
  /** @throws TextCompletionError when no reply came */
  abstract complete(
    prompt: ModelPrompt,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: LlmUsage }>;
}
