import { Injectable } from '@nestjs/common';
import { RequestBudget, RequestSpending } from '../domain/spending.js';

/** Charges all calls to a model within some work to one budget (LLM_BUDGET_REQUEST_USD). */
@Injectable()
export class ShareBudget {
  constructor(private readonly spending: RequestSpending) {}

  async share<T>(work: () => Promise<T>): Promise<T> {
    const budget = this.open();
    try {
      return await budget.run(work);
    } finally {
      budget.close();
    }
  }

  /** For work that ends with an event. */
  open(): RequestBudget {
    return this.spending.open();
  }
}
