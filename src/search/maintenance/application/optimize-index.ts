import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { PassageRanking } from '../../ranking/domain/passage-ranking.js';
import { EmbedBacklog, ProviderVectors } from '../../embedding/application/embed-backlog.js';
import { FitEmbedding } from '../../embedding/application/fit-embedding.js';

/** Kind of the job that does it. */
export const OPTIMIZE_JOB = 'index.optimize';

export type Progress = (done: number, total: number) => void;

/** Progress is told in hundredths; nearly all of the time goes into the fitting. */
const TOTAL = 100;
const FITTED = 95;

/** What an upkeep does to the vectors. */
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
    // Also where a provider serves: the built-in embedding steps in when the provider is gone. Before its first vector it must not.
    const { models, providers } = this.vectors;
    if (providers.configured !== undefined && (await models.served()) === undefined) return;
    await this.fit.fit({ progress, signal, serving: async () => (await this.ranking.served()).model });
    // Waits until the index serves what was chosen, so that the end of the job is the end of the change.
    await this.ranking.served();
  }
}

/** Brings the index into its best shape, online: searches and writes go on, the old embedding serves until the new one is there. */
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
      // First, since it empties the store's log beside the main thread: after a bulk load the next write would else stop for that.
      await this.maintenance.refreshStatistics();
      await this.vectors.renew((share) => progress(Math.floor(share * FITTED), TOTAL), signal);
      await this.transaction.run(() => this.maintenance.markOptimized(this.clock.now().toISOString()));
      progress(TOTAL, TOTAL);
    } finally {
      this.running = false;
    }
  }
}
