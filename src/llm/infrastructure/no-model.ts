import { EXTRACTIVE } from '../domain/extractive-writer.js';
import { Completion, LanguageModel, LanguageModelError } from '../domain/language-model.js';

/** Null object for no configured model (LLM_PROVIDER=extractive). */
export class NoModel extends LanguageModel {
  readonly provider = EXTRACTIVE.provider;
  readonly model = EXTRACTIVE.model;
  readonly available = false;

  complete(): Promise<Completion> {
    return Promise.reject(
      new LanguageModelError(
        'unavailable',
        'no language model is configured; set LLM_PROVIDER to openai, anthropic or gemini',
      ),
    );
  }

  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
