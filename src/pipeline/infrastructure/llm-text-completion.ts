import { Injectable } from '@nestjs/common';
import { CompleteText } from '../../llm/application/complete-text.js';
import { LanguageModelError } from '../../llm/domain/language-model.js';
import { ModelPrompt, TextCompletion, TextCompletionError } from '../domain/component.js';
import { LlmUsage } from '../domain/composer.js';

/** Adapter of the llm feature's model for the prompts of components. */
@Injectable()
export class LlmTextCompletion extends TextCompletion {
  constructor(private readonly completeText: CompleteText) {
    super();
  }

  get available(): boolean {
    return this.completeText.available;
  }

  async complete(
    prompt: ModelPrompt,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: LlmUsage }> {
    try {
      return await this.completeText.complete(prompt, signal);
    } catch (error) {
      if (error instanceof LanguageModelError) throw new TextCompletionError(error.message);
      throw error;
    }
  }
}
