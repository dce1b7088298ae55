import type Database from 'better-sqlite3';
import { storeFault } from '../../domain/store-fault.js';
import { Transaction } from '../../domain/transaction.js';
import { withWriteLock } from './write-lock.js';

/** How long a write waits for another program that holds the write lock: a backup or a command line needs it for moments. */
const LOCK_LIMIT_MS = 2_000;

/**
 * Transactions on the one writing connection of an embedded store. A queue of one keeps the writes of different
 * requests apart: SQLite has one writer anyway, and statements of another request must not slip into an open transaction.
 */
export class SqliteTransaction extends Transaction {
  private tail: Promise<unknown> = Promise.resolve();

  constructor(private readonly db: Database.Database) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(() => this.attempt(work));
    this.tail = result.catch(() => undefined);
    return result;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    await withWriteLock(LOCK_LIMIT_MS, () => this.db.exec('BEGIN IMMEDIATE'));
    try {
      const value = await work();
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw storeFault(error) ?? error;
    }
  }
}
