import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CompleteText } from '../../llm/application/complete-text.js';
import { ShareBudget } from '../../llm/application/model-spending.js';
import { TEST_SESSIONS } from '../../llm/domain/spending.js';
import { ModelPrompt, ModelReply, ReplyCache, TextModel, TextModelError } from '../domain/text-model.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The configured model with a cache. A reply is cached by the hash of its rules, model, parameters, prompt and sample index, so that
 * judging again and resumed sessions pay for nothing twice.
 */
@Injectable()
export class CachedTextModel extends TextModel {
  constructor(
    private readonly completeText: CompleteText,
    private readonly shareBudget: ShareBudget,
    private readonly cache: ReplyCache,
  ) {
    super();
  }

  get available(): boolean {
    return this.completeText.available;
  }

  get name(): string {
    return `${this.completeText.provider}/${this.completeText.model}`;
  }

  async complete(prompt: ModelPrompt, signal: AbortSignal): Promise<ModelReply> {
    const { system, user, maxTokens, temperature, repeat } = prompt;
    const key = sha256(JSON.stringify([sha256(system), this.name, { maxTokens, temperature }, user, repeat]));
    const kept = await this.cache.find(key);
    if (kept !== undefined) return { text: kept, costUsd: 0, isCached: true };
    const completion = await this.ask(prompt, signal);
    if (!completion.isWhole) throw new TextModelError(`the reply was cut at ${maxTokens} tokens`);
    if (prompt.isReadable(completion.text)) await this.cache.save(key, completion.text);
    return { text: completion.text, costUsd: completion.usage.costUsd, isCached: false };
  }

  priceUsd(inputTokens: number, outputTokens: number): number | null {
    return this.completeText.priceUsd(inputTokens, outputTokens);
  }

  /** Each call has its own request budget (LLM_BUDGET_REQUEST_USD), and counts towards the daily budget. */
  private async ask({ system, user, maxTokens, temperature, isJson = false }: ModelPrompt, signal: AbortSignal) {
    try {
      return await this.shareBudget.share(TEST_SESSIONS, () =>
        this.completeText.complete({ system, user, maxTokens, temperature, isJson }, signal),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      throw new TextModelError(error instanceof Error ? error.message : 'the model gave no reply');
    }
  }
}
