import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { SpendingLedger, Spent } from '../domain/spending.js';

/** Days in the embedded store. */
@Injectable()
export class SqliteSpendingLedger extends SpendingLedger {
  private readonly insert: Database.Statement<[string, number, number, number]>;
  private readonly read: Database.Statement<[string], { usd: number }>;

  constructor(database: WorkDatabase) {
    super();
    this.insert = database.writer.prepare(
      `INSERT INTO llm_spending (day, calls, usd, input_tokens, output_tokens) VALUES (?, 1, ?, ?, ?)
       ON CONFLICT (day) DO UPDATE SET calls = calls + 1, usd = usd + excluded.usd,
         input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`,
    );
    // The writing connection: what was just added, also within its open transaction, has been spent.
    this.read = database.writer.prepare('SELECT usd FROM llm_spending WHERE day = ?');
  }

  spentOn(day: string): number {
    return this.read.get(day)?.usd ?? 0;
  }

  add(day: string, { usd, inputTokens, outputTokens }: Spent): void {
    this.insert.run(day, usd, inputTokens, outputTokens);
  }
}
