import { ModelPrompt } from './component.js';
import { LlmUsage } from './composer.js';

/** The model gave no reply; the message never contains a key. */
export class TextCompletionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TextCompletionError';
  }
}

/** A language model for the prompts of components. The adapter in infrastructure uses the llm feature. */
export abstract class TextCompletion {
  /** False without a configured model: components then use their form without a model, or report that they are not available. */
  abstract readonly available: boolean;
  /** @throws TextCompletionError if no reply arrives */
  abstract complete(
    prompt: ModelPrompt,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: LlmUsage }>;
}
