import type Database from 'better-sqlite3';
import { DomainError } from '../../domain/domain-error.js';
import { withWriteLock } from './write-lock.js';

interface WaitingWrite {
  readonly write: () => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Small writes of many requests: those of one turn of the event loop share one transaction, which costs little more than one of them
 * alone. A write that was acknowledged is committed.
 */
export class GroupedWrites {
  private waiting: WaitingWrite[] = [];
  private isBusy = false;

  /** @param lockLimitMs how long a write waits for another program that holds the write lock */
  constructor(
    private readonly db: Database.Database,
    private readonly lockLimitMs: number,
  ) {}

  /** @param write statements that wait for nothing @throws DomainError when the store is locked, full or not writable */
  run(write: () => void): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ write, done, failed });
      if (this.waiting.length === 1 && !this.isBusy) setImmediate(() => void this.flush());
    });
  }

  private async flush(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      await this.commit(group);
    }
    this.isBusy = false;
  }

  /** One that fails by itself must not take the others with it: then each is written alone. A store that fails, fails them all. */
  private async commit(group: readonly WaitingWrite[]): Promise<void> {
    try {
      await this.inOneTransaction(group);
      for (const { done } of group) done();
    } catch (error) {
      if (group.length === 1 || error instanceof DomainError) for (const { failed } of group) failed(error);
      else for (const one of group) await this.commit([one]);
    }
  }

  private inOneTransaction(group: readonly WaitingWrite[]): Promise<void> {
    const write = this.db.transaction(() => {
      for (const one of group) one.write();
    });
    return withWriteLock(this.lockLimitMs, () => write.immediate());
  }
}
