import { AsyncLocalStorage } from 'node:async_hooks';
import type Database from 'better-sqlite3';
import { storeFault, unsyncedFault } from '../../domain/store-fault.js';
import { Transaction } from '../../domain/transaction.js';
import { WalFsync } from './wal-fsync.js';
import { withWriteLock } from './write-lock.js';

/** How long a write waits for another program that holds the write lock: a backup or a command line needs it for moments. */
const LOCK_LIMIT_MS = 2_000;

/** A transaction and whether it is still open: what it started and did not wait for must not write in the next one. */
interface Running {
  open: boolean;
}

export interface SqliteTransactionOptions {
  /** Of the same store. */
  readonly log?: WalFsync | undefined;
  /** How long a write waits for another program that holds the write lock, in milliseconds. */
  readonly lockLimitMs?: number | undefined;
  /** For reading alone, on a connection that cannot write: every read sees the moment of the first one. */
  readonly isSnapshot?: boolean;
}

/**
 * Transactions on one connection of an embedded store. A queue of one keeps the writes of different requests apart: SQLite has one
 * writer anyway, and statements of another request must not slip into an open transaction.
 *
 * With a log, a work is done when that is on the disk. COMMIT does not wait for it, so that the event loop goes on and the next work can
 * begin; works that are committed meanwhile share a sync. Without one SQLite waits for the disk itself, as the connection is set.
 */
export class SqliteTransaction extends Transaction {
  private readonly current = new AsyncLocalStorage<Running>();
  private readonly log: WalFsync | undefined;
  private readonly lockLimitMs: number;
  private readonly first: string;
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database.Database,
    { log, lockLimitMs = LOCK_LIMIT_MS, isSnapshot = false }: SqliteTransactionOptions = {},
  ) {
    super();
    this.log = log;
    this.lockLimitMs = lockLimitMs;
    this.first = isSnapshot ? 'BEGIN' : 'BEGIN IMMEDIATE';
  }

  /** Whether this call belongs to the open transaction: it was made by its work, or by what that called. */
  get isOwn(): boolean {
    return this.current.getStore()?.open === true;
  }

  /** Inside of a work it is a part of that one. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOwn) return work();
    const committed = this.tail.then(() => this.attempt(work));
    this.tail = committed.catch(() => undefined);
    const value = await committed;
    await this.log?.sync().catch(() => {
      throw unsyncedFault();
    });
    return value;
  }

  /**
   * Statements that wait for nothing: a transaction of their own, between those of others. Not inside of a work.
   * @param isOne a single statement, which SQLite commits, and syncs, by itself: half the time where nothing shares the sync
   */
  async write(statements: () => void, isOne: boolean): Promise<void> {
    const committed = this.tail.then(() => withWriteLock(this.lockLimitMs, () => this.writeNow(statements, isOne)));
    this.tail = committed.catch(() => undefined);
    await committed;
    if (isOne) return;
    await this.log?.sync().catch(() => {
      throw unsyncedFault();
    });
  }

  private writeNow(statements: () => void, isOne: boolean): void {
    if (isOne) {
      statements();
      return;
    }
    this.waitForDisk(false);
    try {
      this.db.transaction(statements).immediate();
    } finally {
      this.waitForDisk(true);
    }
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const running: Running = { open: true };
    await withWriteLock(this.lockLimitMs, () => this.begin());
    try {
      const value = await this.current.run(running, work);
      running.open = false;
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw storeFault(error) ?? error;
    } finally {
      running.open = false;
      if (!this.db.inTransaction) this.waitForDisk(true);
    }
  }

  private begin(): void {
    this.waitForDisk(false);
    try {
      this.db.exec(this.first);
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
