import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { RequestBudget, RequestSpending } from '../domain/spending.js';

/** Follows a request through its asynchronous work, so that no function needs a budget parameter. */
@Injectable()
export class AsyncRequestSpending extends RequestSpending {
  private readonly current = new AsyncLocalStorage<{ usd: number; isOpen: boolean }>();

  open(): RequestBudget {
    const spending = { usd: 0, isOpen: true };
    return {
      run: (work) => this.current.run(spending, work),
      close: () => {
        spending.isOpen = false;
      },
    };
  }

  spentUsd(): number {
    const spending = this.current.getStore();
    return spending?.isOpen === true ? spending.usd : 0;
  }

  add(usd: number): void {
    const spending = this.current.getStore();
    if (spending !== undefined) spending.usd += usd;
  }
}
