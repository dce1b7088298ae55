import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { SpendingLedger } from '../domain/spending.js';

/** What the model did since the start, and what was spent today, for the metrics. */
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

  /** Not a number while the store cannot be read: the other figures are needed then most of all. */
  async spentTodayUsd(): Promise<number> {
    try {
      return await this.ledger.spentOn(today(this.clock));
    } catch {
      return NaN;
    }
  }
}
