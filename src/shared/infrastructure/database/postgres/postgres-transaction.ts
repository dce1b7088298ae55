import { Transaction } from '../../../domain/transaction.js';
import { PostgresDatabase } from './postgres-database.js';
import { sql } from './sql.js';

/** What a position counts the changes of. */
export type StoreName = 'documents' | 'cases';

/**
 * Units of work on the shared store. Each first moves the store's position, whose row it holds locked to its end: the units of all
 * replicas come one after another, so that row numbers and positions grow in the order of the commits, and whoever has read
 * everything up to a position has missed nothing. Replicas are told at the commit.
 */
export class PostgresTransaction extends Transaction {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly store: StoreName,
  ) {
    super();
  }

  /** Units of this process queue here, so that waiting for the row takes one connection and not all of them. */
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

/** How many units of work were committed. */
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
