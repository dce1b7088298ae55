import { Injectable } from '@nestjs/common';
import { EmbeddingModel } from '../domain/embedding-models.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { PassageRanking, ServedEmbedding } from '../domain/passage-ranking.js';
import { refitDue } from '../domain/latent-semantics/refit-rule.js';
import { ProviderVectors } from './embed-backlog.js';
import { OptimizeIndex } from './optimize-index.js';

/** A provider's vectors that are not complete yet: another embedding serves until they are. */
export interface PendingEmbedding {
  readonly model: string;
  readonly remaining: number;
}

export interface IndexStatus {
  readonly documents: number;
  readonly chunks: number;
  readonly sizeBytes: number;
  readonly embedding: ServedEmbedding;
  /** The store's row of the embedding in service; undefined for hashed n-grams, also where they stand in for a damaged one. */
  readonly model: EmbeddingModel | undefined;
  readonly pending: PendingEmbedding | undefined;
  readonly optimizedAt: string | undefined;
  readonly optimizing: boolean;
  /** The built-in embedding was fitted on a corpus that has changed much since, or never. */
  readonly refitDue: boolean;
}

@Injectable()
export class ReadIndexStatus {
  constructor(
    private readonly ranking: PassageRanking,
    private readonly vectors: ProviderVectors,
    private readonly maintenance: IndexMaintenance,
    private readonly optimize: OptimizeIndex,
  ) {}

  async execute(): Promise<IndexStatus> {
    const statistics = await this.maintenance.statistics();
    const embedding = await this.ranking.served();
    return {
      ...statistics,
      embedding,
      model: await this.rowOf(embedding),
      pending: await this.pending(),
      optimizedAt: await this.maintenance.lastOptimized(),
      optimizing: this.optimize.running,
      refitDue: await this.isRefitDue(statistics.chunks),
    };
  }

  /** Whether the built-in embedding should be fitted anew; never where a provider makes the vectors. */
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
