import { Injectable } from '@nestjs/common';
import { Completion, CompletionRequest, LanguageModel } from '../domain/language-model.js';
import { screenSource, withoutForeignAddresses } from '../domain/answer-screen.js';
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
   * Returns the model's text without its reasoning and its wrapping (for `isJson`: its JSON object), and without the links, images and
   * addresses that the request does not contain: whatever a model writes may be shown. The caller compares it with its own data. @throws LanguageModelError if there is no reply (`failure` has the cause); the caller
   * continues without one
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const completion = await this.languageModel.complete(request, signal);
    const source = screenSource([{ title: '', section: undefined, text: request.user }], '');
    const screened = (text: string): string => withoutForeignAddresses(text, source).text;
    const text =
      request.isJson === true
        ? withTexts(jsonIn(readReply(completion.text).text), screened)
        : screened(plainReply(completion.text).text);
    return { ...completion, text };
  }
}

/** The JSON with each of its texts changed; a reply that is not JSON as one text. */
function withTexts(json: string, change: (text: string) => string): string {
  try {
    const value: unknown = JSON.parse(json, (_, held: unknown) => (typeof held === 'string' ? change(held) : held));
    return JSON.stringify(value);
  } catch {
    return change(json);
  }
}
