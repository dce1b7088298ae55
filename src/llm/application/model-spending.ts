import { Injectable } from '@nestjs/common';
import { RequestBudget, RequestSpending, SpendingAccount, SpendingLedger } from '../domain/spending.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { ModelStatistics } from '../domain/model-statistics.js';

/** Charges all calls to a model within some work to one budget (LLM_BUDGET_REQUEST_USD). */
@Injectable()
export class ShareBudget {
  constructor(private readonly spending: RequestSpending) {}

  /** @param account whose the calls are */
  async share<T>(account: SpendingAccount, work: () => Promise<T>): Promise<T> {
    const budget = this.open(() => account);
    try {
      return await budget.run(work);
    } finally {
      budget.close();
    }
  }

  /** For work that ends with an event. */
  open(account: () => SpendingAccount): RequestBudget {
    return this.spending.open(account);
  }
}

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
