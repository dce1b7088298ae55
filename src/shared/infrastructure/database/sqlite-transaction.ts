import { AsyncLocalStorage } from 'node:async_hooks';
import type Database from 'better-sqlite3';
import { storeFault, unsyncedFault, isLocked } from '../../domain/store-fault.js';
import { Transaction } from '../../domain/transaction.js';
import { WalFsync } from './wal-fsync.js';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Milliseconds that a statement waits for the write lock of another program. The driver blocks the thread during this time, so it must be
 * short. Longer waits happen here, between attempts.
 */
export const STATEMENT_WAIT_MS = 20;
const PAUSE_MS = 80;

/**
 * Runs work that needs the write lock; retries while another program holds the lock.
 * @param work one attempt; it fails at once and without effect if the lock is taken
 * @param limitMs for all attempts
 * @throws DomainError if the store is locked for longer, full or not writable; any other error unchanged
 */
export async function withWriteLock<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() + PAUSE_MS > until) throw storeFault(error) ?? error;
      await delay(PAUSE_MS);
    }
  }
}

/** How long a write waits for another program that holds the write lock: a backup or a command line holds it only briefly. */
const LOCK_LIMIT_MS = 2_000;

/** A transaction and whether it is still open: calls that it started and did not await must not write in the next one. */
interface Running {
  open: boolean;
}

export interface SqliteTransactionOptions {
  /** Log of the same store. */
  readonly log?: WalFsync | undefined;
  /** How long a write waits for another program that holds the write lock, in milliseconds. */
  readonly lockLimitMs?: number | undefined;
  /** Read-only, on a connection that cannot write: every read sees the state at the first one. */
  readonly isSnapshot?: boolean;
}

/**
 * Transactions on one connection of an embedded store. They run in sequence: SQLite has one writer, and statements of another request must
 * not run inside an open transaction.
 *
 * With a log, a work is done when the log is on the disk. COMMIT does not wait for that, so that the event loop is not blocked and the next
 * work can start; works that commit meanwhile share a sync. Without a log SQLite waits for the disk itself, as the connection is
 * configured.
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

  /** Whether this call belongs to the open transaction: its work made the call, directly or indirectly. */
  get isOwn(): boolean {
    return this.current.getStore()?.open === true;
  }

  /** Inside of a work it is part of that work. */
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
   * Runs synchronous statements in a separate transaction. Not inside of a work.
   * @param isOne a single statement, which SQLite commits and syncs itself: half the time if no other write shares the sync
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

  /** SQLite syncs statements outside of a work itself. */
  private waitForDisk(doesWait: boolean): void {
    if (this.log !== undefined) this.db.exec(`PRAGMA synchronous = ${doesWait ? 'FULL' : 'NORMAL'}`);
  }
}
