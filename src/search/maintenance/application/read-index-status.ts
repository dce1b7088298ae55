import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels, visibilityScope } from '../../../shared/domain/category-filter.js';
import { JobRunner } from '../../../shared/domain/job-runner.js';
import { EmbeddingModel } from '../../embedding/domain/embedding-models.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { NGRAM_DIMENSIONS, NGRAM_MODEL } from '../../embedding/domain/ngram-embedding.js';
import { PassageRanking, ServedEmbedding } from '../../ranking/domain/passage-ranking.js';
import { refitDue } from '../../embedding/domain/latent-semantics/refit-rule.js';
import { ProviderVectors } from '../../embedding/application/embed-backlog.js';
import { OPTIMIZE_JOB } from './optimize-index.js';

/** A provider's vectors that are incomplete: another embedding serves until they are complete. */
export interface PendingEmbedding {
  readonly model: string;
  readonly remaining: number;
}

export interface IndexStatus {
  readonly documents: number;
  readonly chunks: number;
  readonly sizeBytes: number;
  readonly embedding: ServedEmbedding;
  /**
   * The store's row of the embedding in service; undefined for hashed n-grams, also if they replace a damaged model.
   */
  readonly model: EmbeddingModel | undefined;
  readonly pending: PendingEmbedding | undefined;
  readonly optimizedAt: string | undefined;
  readonly optimizing: boolean;
  /** The built-in embedding was never fitted, or the corpus has changed much since. */
  readonly refitDue: boolean;
}

/** For callers who see only a part: maintenance state depends on the whole store. */
const HIDDEN_STATE = {
  model: undefined,
  pending: undefined,
  optimizedAt: undefined,
  optimizing: false,
  refitDue: false,
};

/** A caller who sees only a part of the store is never served by an embedding that was fitted on all of it. */
function embeddingFor(filter: CategoryFilter, served: ServedEmbedding): ServedEmbedding {
  if (served.byProvider || visibilityScope(filter).kind === 'unrestricted') return served;
  return { model: NGRAM_MODEL, dimensions: NGRAM_DIMENSIONS, byProvider: false, newTermShare: 0 };
}

@Injectable()
export class ReadIndexStatus {
  constructor(
    private readonly ranking: PassageRanking,
    private readonly vectors: ProviderVectors,
    private readonly maintenance: IndexMaintenance,
    private readonly jobs: JobRunner,
  ) {}

  /** @param filter what the caller may see; nothing else affects the result */
  async read(filter: CategoryFilter): Promise<IndexStatus> {
    const statistics = await this.maintenance.statistics(filter);
    const embedding = await this.ranking.served();
    if (!mayUseSharedModels(filter))
      return { ...statistics, ...HIDDEN_STATE, embedding: embeddingFor(filter, embedding) };
    return {
      ...statistics,
      embedding,
      model: await this.rowOf(embedding),
      pending: await this.pending(),
      optimizedAt: await this.maintenance.lastOptimized(),
      optimizing: await this.jobs.isAtWork(OPTIMIZE_JOB),
      refitDue: await this.isRefitDue(statistics.chunks),
    };
  }

  /** Whether the built-in embedding should be fitted again; never if a provider makes the vectors. */
  async isRefitDue(chunks: number): Promise<boolean> {
    const served = await this.ranking.served();
    if (served.byProvider || this.vectors.providers.configured !== undefined) return false;
    const model = await this.rowOf(served);
    return refitDue({ fittedOn: model?.passages ?? 0, now: chunks, unknownTermShare: served.newTermShare });
  }

  /** A stored embedding that cannot be read does not serve. */
  private async rowOf({ model }: ServedEmbedding): Promise<EmbeddingModel | undefined> {
    const row = await this.vectors.models.served();
    return row?.model === model ? row : undefined;
  }

  private async pending(): Promise<PendingEmbedding | undefined> {
    const provider = this.vectors.providers.configured;
    if (provider === undefined) return undefined;
    const remaining = await this.vectors.backlog.count(await this.vectors.rowOf(provider));
    return remaining === 0 ? undefined : { model: provider.model, remaining };
  }
}
