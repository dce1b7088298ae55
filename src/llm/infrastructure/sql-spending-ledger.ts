import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SpendingLedger, Spent } from '../domain/spending.js';

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
