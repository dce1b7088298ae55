import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import {
  CostKind,
  hasRoom,
  InMemoryBudget,
  BudgetState,
  SessionBudget,
  SessionBudgets,
} from '../domain/session-budget.js';
import { TestSession } from '../domain/test-session.js';

/** Cost before calls were recorded one by one. */
const EARLIER = 'earlier';

interface ExpenseRow {
  readonly cost_kind: string;
  readonly paid: number;
  readonly worst: number;
  readonly running: number;
}

/** The budgets of sessions that all processes share. Without a limit there is nothing to share. */
@Injectable()
export class PostgresSessionBudgets extends SessionBudgets {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async open({ sessionId, request }: TestSession, earlierUsd?: number): Promise<SessionBudget> {
    if (request.budgetUsd === undefined) return new InMemoryBudget(undefined);
    const sessionBudget = new SharedBudget(this.database, sessionId, request.budgetUsd);
    if (earlierUsd !== undefined) await sessionBudget.raiseTo(earlierUsd);
    return sessionBudget;
  }
}

/** A session's calls in the shared store: one row each, without a price while the call runs. */
class SharedBudget extends SessionBudget {
  constructor(
    private readonly database: PostgresDatabase,
    private readonly sessionId: string,
    private readonly limitUsd: number,
  ) {
    super();
  }

  async isExhaustedFor(expense: CostKind): Promise<boolean> {
    return !hasRoom(this.limitUsd, await this.stateFor(expense));
  }

  /** The call keeps its reservation if its price cannot be recorded: the money may have been spent. */
  async charge<T extends object>(
    expense: CostKind,
    call: () => Promise<T>,
    costOf: (made: T) => number | null,
  ): Promise<T | undefined> {
    const id = await this.reserve(expense);
    if (id === undefined) return undefined;
    const made = await this.madeOrFreed(id, call);
    await this.database.change(sql`UPDATE session_costs SET usd = ${costOf(made) ?? 0} WHERE id = ${id}`);
    return made;
  }

  /** Paraphrasing comes before the first recorded call here, and older releases recorded none. */
  async raiseTo(earlierUsd: number): Promise<void> {
    await this.alone(async () => {
      const missing = earlierUsd - (await this.stateFor('answer')).spentUsd;
      if (missing > 0) await this.enter(EARLIER, missing);
    });
  }

  private async madeOrFreed<T>(id: number, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      // Why the call failed matters more than that its room could not be given back.
      await this.database.change(sql`DELETE FROM session_costs WHERE id = ${id}`).catch(() => undefined);
      throw error;
    }
  }

  private reserve(expense: CostKind): Promise<number | undefined> {
    return this.alone(async () =>
      hasRoom(this.limitUsd, await this.stateFor(expense)) ? this.enter(expense, null) : undefined,
    );
  }

  private async enter(expense: string, usd: number | null): Promise<number | undefined> {
    const row = await this.database.one<{
      id: number;
    }>(sql`INSERT INTO session_costs (session_id, cost_kind, usd, process)
      VALUES (${this.sessionId}, ${expense}, ${usd}, ${this.database.process}) RETURNING id`);
    return row?.id;
  }

  /** Serialized: two concurrent checks would both find the last part of the budget. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.query(
        sql`SELECT 1 FROM test_sessions WHERE session_id = ${this.sessionId} FOR NO KEY UPDATE`,
      );
      return work();
    });
  }

  /** Calls of a dead process no longer run; they are repeated with new rows. */
  private async stateFor(expense: CostKind): Promise<BudgetState> {
    const rows = await this.database.query<ExpenseRow>(
      sql`SELECT p.cost_kind, coalesce(sum(p.usd), 0) AS paid, coalesce(max(p.usd), 0) AS worst,
            count(*) FILTER (WHERE p.usd IS NULL AND ${this.database.isAlive('p.process')}) AS running
          FROM session_costs p WHERE p.session_id = ${this.sessionId} GROUP BY p.cost_kind`,
    );
    return {
      spentUsd: rows.reduce((sum, { paid }) => sum + paid, 0),
      reservedUsd: rows.reduce((sum, { running, worst }) => sum + running * worst, 0),
      worstUsd: rows.find((row) => row.cost_kind === expense)?.worst ?? 0,
    };
  }
}
