import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { SpendingLedger } from '../domain/spending.js';

/** Statistics of the model since the start, and the spending of today, for the metrics. */
@Injectable()
export class ReadModelStatistics {
  constructor(
    private readonly statistics: ModelStatistics,
    private readonly ledger: SpendingLedger,
    private readonly clock: Clock,
  ) {}

  read(): ModelStatistics {
    return this.statistics;
  }

  /** NaN while the store cannot be read, so that the other figures stay available. */
  async spentTodayUsd(): Promise<number> {
    try {
      return await this.ledger.spentOn(today(this.clock));
    } catch {
      return NaN;
    }
  }
}
