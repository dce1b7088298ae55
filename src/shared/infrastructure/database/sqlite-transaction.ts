import type Database from 'better-sqlite3';
import { storeFault, unsyncedFault } from '../../domain/store-fault.js';
import { Transaction } from '../../domain/transaction.js';
import { LogSync } from './log-sync.js';
import { withWriteLock } from './write-lock.js';

/** How long a write waits for another program that holds the write lock: a backup or a command line needs it for moments. */
const LOCK_LIMIT_MS = 2_000;

/**
 * Transactions on the one writing connection of an embedded store. A queue of one keeps the writes of different
 * requests apart: SQLite has one writer anyway, and statements of another request must not slip into an open transaction.
 *
 * With a log, a work is done when that is on the disk. COMMIT does not wait for it, so that the event loop goes on and the next work can
 * begin; works that are committed meanwhile share a sync. Without one SQLite waits for the disk itself, as the connection is set.
 */
export class SqliteTransaction extends Transaction {
  private tail: Promise<unknown> = Promise.resolve();

  /** @param log of the same store */
  constructor(
    private readonly db: Database.Database,
    private readonly log?: LogSync,
  ) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const committed = this.tail.then(() => this.attempt(work));
    this.tail = committed.catch(() => undefined);
    const value = await committed;
    await this.log?.sync().catch(() => {
      throw unsyncedFault();
    });
    return value;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    await withWriteLock(LOCK_LIMIT_MS, () => this.begin());
    try {
      const value = await work();
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw storeFault(error) ?? error;
    } finally {
      if (!this.db.inTransaction) this.waitForDisk(true);
    }
  }

  private begin(): void {
    this.waitForDisk(false);
    try {
      this.db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      this.waitForDisk(true);
      throw error;
    }
  }

  /** Statements outside of a work are synced by SQLite itself. */
  private waitForDisk(doesWait: boolean): void {
    if (this.log !== undefined) this.db.exec(`PRAGMA synchronous = ${doesWait ? 'FULL' : 'NORMAL'}`);
  }
}
