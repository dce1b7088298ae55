import { Transaction } from '../../../domain/transaction.js';
import { PostgresDatabase } from './postgres-database.js';
import { sql } from './sql.js';

/** The data whose changes a position counts. */
export type StoreName = 'documents' | 'cases';

/**
 * Units of work on the shared store. Each first increments the store's position and holds the lock on its row to the end. So the units of
 * all replicas run in sequence, row numbers and positions grow in commit order, and a reader of everything up to a position has missed
 * nothing. The commit notifies the replicas.
 */
export class PostgresTransaction extends Transaction {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly store: StoreName,
  ) {
    super();
  }

  /** Units of this process queue here, so that only one connection waits for the row. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(() => this.attempt(work));
    this.tail = result.catch(() => undefined);
    return result;
  }

  private attempt<T>(work: () => Promise<T>): Promise<T> {
    const { channel } = this.database;
    return this.database.transaction(async () => {
      await this.database.query(sql`WITH moved AS (
          UPDATE commit_sequence SET position = position + 1 WHERE store = ${this.store} RETURNING position)
        SELECT pg_notify(${channel}, ${`${this.store} `} || position) FROM moved`);
      return work();
    });
  }
}

/** Number of committed units of work. */
export async function readPosition(
  database: PostgresDatabase,
  store: StoreName,
  signal?: AbortSignal,
): Promise<number> {
  const row = await database.one<{ position: number }>(
    sql`SELECT position FROM commit_sequence WHERE store = ${store}`,
    signal,
  );
  return row?.position ?? 0;
}
