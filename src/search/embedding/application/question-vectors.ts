import { Injectable } from '@nestjs/common';
import { EmbeddingUnavailableError } from '../domain/embedder.js';
import { EmbeddingModels } from '../domain/embedding-models.js';
import { EmbeddingProviders, ProviderVector } from '../domain/embedding-providers.js';
import { movedTowards } from '../domain/vector-space.js';

/** Embeds questions where a provider's vectors are in service. */
@Injectable()
export class QuestionVectors {
  constructor(
    private readonly models: EmbeddingModels,
    private readonly providers: EmbeddingProviders,
  ) {}

  /** Half way to the text beside the question, where there is one. Undefined where the index embeds questions itself. A provider that is away gives no values, and the search goes on by words. */
  async of(
    question: string,
    beside: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ProviderVector | undefined> {
    const model = await this.askedModel();
    if (model === undefined) return undefined;
    const provider = this.providers.named(model);
    try {
      const texts = beside === undefined ? [question] : [question, beside];
      const [own, other] = (await provider?.embed(texts, { purpose: 'query', signal })) ?? [];
      const values = own === undefined || other === undefined ? own : movedTowards(own, [other], [1], 1);
      return { model, values };
    } catch (error) {
      // A caller that left is not a broken provider.
      if (!(error instanceof EmbeddingUnavailableError) || signal?.aborted === true) throw error;
      return { model, values: undefined };
    }
  }

  /** Where a provider is configured and nothing else served before it, questions are its own from the start: hashed n-grams would only pretend. */
  private async askedModel(): Promise<string | undefined> {
    const served = await this.models.served();
    if (served === undefined) return this.providers.configured?.model;
    return served.kind === 'provider' ? served.model : undefined;
  }
}
