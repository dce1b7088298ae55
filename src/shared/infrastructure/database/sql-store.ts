import { Sql } from './postgres/sql.js';
import { SqlDialect } from './sql-dialect.js';

export interface TransactionOptions {
  /** Every read sees the moment of the first one, and nothing can be written. */
  readonly snapshot?: boolean;
}

/**
 * Tables of either engine. A feature has one class for its tables, in standard SQL; the engine is chosen where the program starts.
 *
 * A write is committed when its promise is fulfilled. Outside of `transaction` each call is a transaction of its own, and a read sees what
 * was committed. Inside, every call belongs to it, whoever makes it; the calls of other requests wait, or go to another connection.
 *
 * @example
 * import { sql } from './postgres/sql.js';
 *
 * class Keys {
 *   constructor(private readonly store: WorkSqlStore) {}
 *
 *   find(id: string) {
 *     return this.store.one<{ id: string }>(sql`SELECT * FROM api_keys WHERE id = ${id}`);
 *   }
 *
 *   async remove(id: string) {
 *     return (await this.store.change(sql`DELETE FROM api_keys WHERE id = ${id}`)) > 0;
 *   }
 * }
 */
export abstract class SqlStore {
  abstract readonly dialect: SqlDialect;

  /**
   * The rows of one statement, which is prepared once. `Row` is what it selects or returns (`DELETE … RETURNING` is a write).
   * @param signal ends the statement on a server too
   * @throws DomainError when the store cannot be reached or written, is full, or took too long
   */
  abstract query<Row extends object>(statement: Sql, signal?: AbortSignal): Promise<readonly Row[]>;

  /** @returns how many rows the statement changed */
  abstract change(statement: Sql): Promise<number>;

  /**
   * Several writes, kept whole or not at all: one transaction that costs no more than one statement. None of them may read what another
   * one writes, nor may two write the same row: PostgreSQL runs all on the state before the first. Use `transaction` for that.
   */
  abstract changeTogether(statements: readonly Sql[]): Promise<void>;

  /**
   * Commits when `work` is done, and rolls back when it throws. Inside another transaction it is a part of that one. `work` waits for
   * nothing but the store: the embedded store has one writer, and others wait for it.
   */
  abstract transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Inside a transaction: nobody else writes this table until its end, so that what two requests replace at the same time does not mix.
   * @param table of this program, never input
   */
  abstract lockTable(table: string): Promise<void>;

  /** Notifies the other processes on this store; inside of a transaction, at its commit. The embedded store has one process. */
  abstract notify(notice: string): Promise<void>;

  /** Calls back at this notice, and when some may have been missed. */
  abstract onOneNotice(notice: string, listener: () => void): void;

  /** The first row; undefined when there is none. */
  async one<Row extends object>(statement: Sql, signal?: AbortSignal): Promise<Row | undefined> {
    return (await this.query<Row>(statement, signal))[0];
  }
}

/** DI token: documents, categories, agents and search. */
export abstract class MainSqlStore extends SqlStore {}

/** DI token: conversations, traces, jobs, configuration, audit and test sessions. */
export abstract class WorkSqlStore extends SqlStore {}

/** DI token: keys. */
export abstract class AccessSqlStore extends SqlStore {}
