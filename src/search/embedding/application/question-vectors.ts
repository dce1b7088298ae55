import { Injectable } from '@nestjs/common';
import { EmbeddingUnavailableError, EmbeddingProviders, ProviderVector } from '../domain/embedder.js';
import { EmbeddingModels } from '../domain/embedding-models.js';
import { movedTowards } from '../domain/vector-space.js';

/** Embeds questions when a provider's vectors are in service. */
@Injectable()
export class QuestionVectors {
  constructor(
    private readonly models: EmbeddingModels,
    private readonly providers: EmbeddingProviders,
  ) {}

  /**
   * Embeds the question, averaged with the expansion text if given. Returns undefined if the index embeds questions
   * itself; `values: undefined` if the provider fails, so that search falls back to BM25.
   */
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
      // An aborted request is not a provider failure.
      if (!(error instanceof EmbeddingUnavailableError) || signal?.aborted === true) throw error;
      return { model, values: undefined };
    }
  }

  /**
   * If a provider is configured and nothing else served before it, it embeds questions from the start: hashed n-grams
   * would give misleading scores.
   */
  private async askedModel(): Promise<string | undefined> {
    const served = await this.models.served();
    if (served === undefined) return this.providers.configured?.model;
    return served.kind === 'provider' ? served.model : undefined;
  }
}
