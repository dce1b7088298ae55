import { Injectable } from '@nestjs/common';
import { CompleteText } from '../../llm/application/complete-text.js';
import { LanguageModelError } from '../../llm/domain/language-model.js';
import { ModelPrompt } from '../domain/component.js';
import { LlmUsage } from '../domain/composer.js';
import { ModelText, ModelTextError } from '../domain/model-text.js';

/** The llm feature's model for what components ask. */
@Injectable()
export class LlmModelText extends ModelText {
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
      return await this.completeText.execute(prompt, signal);
    } catch (error) {
      if (error instanceof LanguageModelError) throw new ModelTextError(error.message);
      throw error;
    }
  }
}
