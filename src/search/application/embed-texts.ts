import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { EmbeddingUnavailableError, EmbeddingProviders } from '../embedding/domain/embedder.js';
import { embedNgrams, NGRAM_MODEL } from '../embedding/domain/ngram-embedding.js';
import { PassageRanking } from '../ranking/domain/passage-ranking.js';

export interface EmbeddedTexts {
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  /** One unit vector per text; the zero vector for a text without a known term. */
  readonly vectors: readonly Float32Array[];
  /** Index terms of the texts. */
  readonly terms: number;
}

/** Texts per batch; searches run between batches. */
const BATCH = 16;

/** Embeds a caller's texts with the embedding that serves the search. */
@Injectable()
export class EmbedTexts {
  constructor(
    private readonly ranking: PassageRanking,
    private readonly providers: EmbeddingProviders,
    private readonly analyser: Analyser,
  ) {}

  /** The model that embeds this caller's texts. */
  async model(filter: CategoryFilter): Promise<string> {
    const served = await this.ranking.served();
    return served.byProvider || mayUseSharedModels(filter) ? served.model : NGRAM_MODEL;
  }

  /**
   * The built-in embedding is fitted on all documents, so its vectors reveal which words occur together in them. A
   * caller who does not see all documents gets hashed n-grams, which depend on no document.
   * @throws DomainError (503) if the provider is unavailable
   */
  async embed(texts: readonly string[], filter: CategoryFilter, signal?: AbortSignal): Promise<EmbeddedTexts> {
    const counted = texts.map((text) => this.count(text));
    const terms = counted.reduce((sum, { total }) => sum + total, 0);
    const model = await this.model(filter);
    if (model === NGRAM_MODEL) return { model, vectors: counted.map(({ counts }) => embedNgrams(counts)), terms };
    const provider = this.providers.named(model);
    if (provider !== undefined) return { model, vectors: await this.provided(provider, texts, signal), terms };
    const vectors: Float32Array[] = [];
    for (let i = 0; i < texts.length; i += BATCH)
      vectors.push(...(await this.ranking.embed(texts.slice(i, i + BATCH))));
    // Another embedding may have come into service meanwhile; one answer must not mix vectors of two models.
    return (await this.model(filter)) === model ? { model, vectors, terms } : this.embed(texts, filter, signal);
  }

  private async provided(
    provider: NonNullable<ReturnType<EmbeddingProviders['named']>>,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> {
    try {
      return await provider.embed(texts, { purpose: 'query', signal });
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError) || signal?.aborted === true) throw error;
      throw new DomainError(
        'not-ready',
        'embedding-unavailable',
        'The embedding provider does not answer; try again in a moment.',
      );
    }
  }

  private count(text: string): { readonly counts: ReadonlyMap<string, number>; readonly total: number } {
    const counts = new Map<string, number>();
    let total = 0;
    this.analyser.scan(text, (term) => {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      total++;
    });
    return { counts, total };
  }
}
