import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { RequestBudget, RequestSpending, SpendingLedger, Spent } from '../domain/spending.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';

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

/** Spending per day of all replicas together. */
@Injectable()
export class SqlSpendingLedger extends SpendingLedger {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async spentOn(day: string): Promise<number> {
    return (await this.store.one<{ usd: number }>(sql`SELECT usd FROM llm_spending WHERE day = ${day}`))?.usd ?? 0;
  }

  async add(day: string, { usd, inputTokens, outputTokens }: Spent): Promise<void> {
    await this.store.change(sql`INSERT INTO llm_spending AS s (day, calls, usd, input_tokens, output_tokens)
      VALUES (${day}, 1, ${usd}, ${inputTokens}, ${outputTokens})
      ON CONFLICT (day) DO UPDATE SET calls = s.calls + 1, usd = s.usd + excluded.usd,
        input_tokens = s.input_tokens + excluded.input_tokens, output_tokens = s.output_tokens + excluded.output_tokens`);
  }
}
