import { Injectable } from '@nestjs/common';
import { Completion, CompletionRequest, LanguageModel } from '../domain/language-model.js';
import { plainReply } from '../domain/model-reply/plain-reply.js';
import { jsonIn } from '../domain/model-reply/reply-envelope.js';
import { readReply } from '../domain/model-reply/reply-reader.js';

/** Requests a text from the configured model: for features other than answers from passages. */
@Injectable()
export class CompleteText {
  constructor(private readonly languageModel: LanguageModel) {}

  get provider(): string {
    return this.languageModel.provider;
  }

  get model(): string {
    return this.languageModel.model;
  }

  /** False without a model (`LLM_PROVIDER=extractive`): the caller then reports that instead of calling `complete`. */
  get available(): boolean {
    return this.languageModel.available;
  }

  /** List price of a call in US dollars; null if it is not known. */
  priceUsd(inputTokens: number, outputTokens: number): number | null {
    return this.languageModel.priceUsd(inputTokens, outputTokens);
  }

  /**
   * Returns the model's text without its reasoning and its wrapping (for `isJson`: its JSON object). The text is not checked or screened:
   * the caller compares it with its own data. @throws LanguageModelError if there is no reply (`failure` has the cause); the caller
   * continues without one
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const completion = await this.languageModel.complete(request, signal);
    const text = request.isJson === true ? jsonIn(readReply(completion.text).text) : plainReply(completion.text).text;
    return { ...completion, text };
  }
}
