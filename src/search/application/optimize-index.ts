import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { EmbedBacklog } from './embed-backlog.js';

export type Progress = (done: number, total: number) => void;

/** Steps of the job, for its progress: vectors, merging, statistics. */
const STEPS = 3;
/** A merge of one large segment may take many small steps; this bounds a store that is being written to meanwhile. */
const MAX_MERGES = 10_000;

/** Brings the index into its best shape, online: searches and writes go on between its short steps. */
@Injectable()
export class OptimizeIndex {
  running = false;

  constructor(
    private readonly backlog: EmbedBacklog,
    private readonly maintenance: IndexMaintenance,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async execute(progress: Progress): Promise<void> {
    this.running = true;
    try {
      progress(0, STEPS);
      await this.backlog.execute();
      progress(1, STEPS);
      for (let i = 0; i < MAX_MERGES && (await this.transaction.run(() => this.maintenance.mergeStep())); i++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      progress(2, STEPS);
      await this.maintenance.refreshStatistics();
      await this.transaction.run(() => this.maintenance.markOptimized(this.clock.now().toISOString()));
      progress(STEPS, STEPS);
    } finally {
      this.running = false;
    }
  }
}
