import { DomainError } from '../../domain/domain-error.js';
import { SqliteTransaction } from './sqlite-transaction.js';

interface WaitingWrite {
  readonly write: () => void;
  readonly isOne: boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Groups small writes of many requests: those of one turn of the event loop share a transaction, which costs little more than a single
 * write. A write that was acknowledged is committed.
 */
export class GroupedWrites {
  private waiting: WaitingWrite[] = [];
  private isBusy = false;

  constructor(private readonly transaction: SqliteTransaction) {}

  /**
   * @param write synchronous statements
   * @param isOne whether it is a single statement
   * @returns the result of `write`, after its commit
   * @throws DomainError when the store is locked, full or not writable
   */
  run<T>(write: () => T, isOne = false): Promise<T> {
    return new Promise((resolve, failed) => {
      let value: { readonly of: T } | undefined;
      this.waiting.push({
        write: () => {
          value = { of: write() };
        },
        done: () => {
          if (value !== undefined) resolve(value.of);
        },
        failed,
        isOne,
      });
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

  /** An invalid write must not fail the others: then each is written separately. If the store fails, all fail. */
  private async commit(group: readonly WaitingWrite[]): Promise<void> {
    try {
      const isOne = group.length === 1 && group[0]?.isOne === true;
      await this.transaction.write(() => {
        for (const one of group) one.write();
      }, isOne);
      for (const { done } of group) done();
    } catch (error) {
      if (group.length === 1 || error instanceof DomainError) for (const { failed } of group) failed(error);
      else for (const one of group) await this.commit([one]);
    }
  }
}
