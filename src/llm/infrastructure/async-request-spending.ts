import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { RequestBudget, RequestSpending } from '../domain/spending.js';

/** Follows a request through its asynchronous work, so that no function needs a budget parameter. */
@Injectable()
export class AsyncRequestSpending extends RequestSpending {
  private readonly current = new AsyncLocalStorage<{ usd: number; isOpen: boolean }>();

  open(): RequestBudget {
    const purse = { usd: 0, isOpen: true };
    return {
      run: (work) => this.current.run(purse, work),
      close: () => {
        purse.isOpen = false;
      },
    };
  }

  spentUsd(): number {
    const purse = this.current.getStore();
    return purse?.isOpen === true ? purse.usd : 0;
  }

  add(usd: number): void {
    const purse = this.current.getStore();
    if (purse !== undefined) purse.usd += usd;
  }
}
