import { Injectable } from '@nestjs/common';
import { Clock, isoDay } from '../../shared/domain/clock.js';
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

  execute(): { readonly statistics: ModelStatistics; readonly spentTodayUsd: number } {
    return { statistics: this.statistics, spentTodayUsd: this.spentToday() };
  }

  /** Not a number while the store cannot be read: the other figures are needed then most of all. */
  private spentToday(): number {
    try {
      return this.ledger.spentOn(isoDay(this.clock.now()));
    } catch {
      return NaN;
    }
  }
}
