import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import {
  BACKGROUND,
  RequestBudget,
  RequestSpending,
  SpendingAccount,
  SpendingLedger,
  SpendingShare,
  Spent,
} from '../domain/spending.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';

/** Follows a request through its asynchronous work, so that no function needs a budget parameter. */
@Injectable()
export class AsyncRequestSpending extends RequestSpending {
  private readonly current = new AsyncLocalStorage<{ usd: number; isOpen: boolean; account: () => SpendingAccount }>();

  open(account: () => SpendingAccount): RequestBudget {
    const spending = { usd: 0, isOpen: true, account };
    return {
      run: (work) => this.current.run(spending, work),
      close: () => {
        spending.isOpen = false;
      },
    };
  }

  account(): SpendingAccount {
    return this.current.getStore()?.account() ?? BACKGROUND;
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

/** Spending per day, and of its shares, of all replicas together. */
@Injectable()
export class SqlSpendingLedger extends SpendingLedger {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async spentOn(day: string): Promise<number> {
    return (await this.store.one<{ usd: number }>(sql`SELECT usd FROM llm_spending WHERE day = ${day}`))?.usd ?? 0;
  }

  async add(
    day: string,
    { usd, inputTokens, outputTokens }: Spent,
    { model, agent, caller }: SpendingShare,
  ): Promise<void> {
    const sums = sql`calls = s.calls + 1, usd = s.usd + excluded.usd,
      input_tokens = s.input_tokens + excluded.input_tokens, output_tokens = s.output_tokens + excluded.output_tokens`;
    await this.store.changeTogether([
      sql`INSERT INTO llm_spending AS s (day, calls, usd, input_tokens, output_tokens)
        VALUES (${day}, 1, ${usd}, ${inputTokens}, ${outputTokens}) ON CONFLICT (day) DO UPDATE SET ${sums}`,
      sql`INSERT INTO llm_spending_shares AS s (day, model, agent, caller, calls, usd, input_tokens, output_tokens)
        VALUES (${day}, ${model}, ${agent}, ${caller}, 1, ${usd}, ${inputTokens}, ${outputTokens})
        ON CONFLICT (day, model, agent, caller) DO UPDATE SET ${sums}`,
    ]);
  }
}
