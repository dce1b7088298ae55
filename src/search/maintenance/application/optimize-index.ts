import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { PassageRanking } from '../../ranking/domain/passage-ranking.js';
import { EmbedBacklog, ProviderVectors } from '../../embedding/application/embed-backlog.js';
import { FitEmbedding } from '../../embedding/application/fit-embedding.js';

/** Kind of the job that optimizes the index. */
export const OPTIMIZE_JOB = 'index.optimize';

export type Progress = (done: number, total: number) => void;

/** Progress is reported in hundredths; the fitting takes nearly all of the time. */
const TOTAL = 100;
const FITTED = 95;

/** The part of maintenance that concerns the vectors. */
@Injectable()
export class RenewVectors {
  constructor(
    private readonly backlog: EmbedBacklog,
    private readonly fit: FitEmbedding,
    private readonly ranking: PassageRanking,
    private readonly vectors: ProviderVectors,
  ) {}

  async renew(progress: (share: number) => void, signal?: AbortSignal): Promise<void> {
    await this.backlog.embedBacklog(signal);
    // Also with a provider in service: the built-in embedding serves when the provider is removed. Before the
    // provider's first vector it must not.
    const { models, providers } = this.vectors;
    if (providers.configured !== undefined && (await models.served()) === undefined) return;
    await this.fit.fit({ progress, signal, serving: async () => (await this.ranking.served()).model });
    // Waits until the index serves the chosen model, so that the end of the job is the end of the change.
    await this.ranking.served();
  }
}

/**
 * Optimizes the index online: searches and writes continue, and the previous embedding serves until the new one is
 * ready.
 */
@Injectable()
export class OptimizeIndex {
  running = false;

  constructor(
    private readonly vectors: RenewVectors,
    private readonly maintenance: IndexMaintenance,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async optimize(progress: Progress, signal?: AbortSignal): Promise<void> {
    this.running = true;
    try {
      progress(0, TOTAL);
      // First, since it checkpoints the store's log off the main thread; otherwise the next write after a bulk load
      // would stop for that.
      await this.maintenance.refreshStatistics();
      await this.vectors.renew((share) => progress(Math.floor(share * FITTED), TOTAL), signal);
      await this.transaction.run(() => this.maintenance.markOptimized(this.clock.now().toISOString()));
      progress(TOTAL, TOTAL);
    } finally {
      this.running = false;
    }
  }
}
