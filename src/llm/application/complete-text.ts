import { Injectable } from '@nestjs/common';
import { Completion, CompletionRequest, LanguageModel } from '../domain/language-model.js';
import { plainReply } from '../domain/model-reply/plain-reply.js';
import { jsonIn } from '../domain/model-reply/reply-envelope.js';
import { readReply } from '../domain/model-reply/reply-reader.js';

/** Asks the configured model for a text: what other features use a model for, besides answers from passages. */
@Injectable()
export class CompleteText {
  constructor(private readonly languageModel: LanguageModel) {}

  get provider(): string {
    return this.languageModel.provider;
  }

  get model(): string {
    return this.languageModel.model;
  }

  /** False without a model (`LLM_PROVIDER=extractive`): say so instead of calling. */
  get available(): boolean {
    return this.languageModel.available;
  }

  /** List price of a call in US dollars; null when it is not known. */
  priceUsd(inputTokens: number, outputTokens: number): number | null {
    return this.languageModel.priceUsd(inputTokens, outputTokens);
  }

  /**
   * What comes back is the model's word without its reasoning and its wrapping (for `isJson`: its JSON object), neither checked nor
   * screened: the caller holds it against its own data.
   * @throws LanguageModelError (`failure` says why) when there is no reply; the caller goes on without one
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const completion = await this.languageModel.complete(request, signal);
    const text = request.isJson === true ? jsonIn(readReply(completion.text).text) : plainReply(completion.text).text;
    return { ...completion, text };
  }
}
