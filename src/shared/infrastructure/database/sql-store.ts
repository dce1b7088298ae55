import { Sql } from './postgres/sql.js';
import { SqlDialect } from './sql-dialect.js';

export interface TransactionOptions {
  /** Every read sees the state at the first one. Writes are not possible. */
  readonly snapshot?: boolean;
}

/**
 * Tables on either engine. A feature has one class for its tables, in standard SQL; the start of the program selects the engine.
 *
 * A write is committed when its promise is fulfilled. Outside of `transaction` each call is a transaction of its own, and a read sees what
 * was committed. Inside, every call belongs to it, also in called code; calls of other requests wait, or use another connection.
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
   * Returns the rows of one statement, which is prepared once. `Row` is the type of a selected or returned row (`DELETE … RETURNING` is a
   * write).
   * @param signal ends the statement on a server too
   * @throws DomainError if the store cannot be reached or written, is full, or took too long
   */
  abstract query<Row extends object>(statement: Sql, signal?: AbortSignal): Promise<readonly Row[]>;

  /** @returns the number of changed rows */
  abstract change(statement: Sql): Promise<number>;

  /**
   * Runs several writes atomically, at the cost of one statement. No write may read the result of another, and no two may write the same
   * row: PostgreSQL runs all of them on the state before the first. Use `transaction` in that case.
   */
  abstract changeTogether(statements: readonly Sql[]): Promise<void>;

  /**
   * Commits when `work` is done, and rolls back when it throws. Inside another transaction it is part of that one. `work` must only await
   * the store: the embedded store has one writer, and others wait for it.
   */
  abstract transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Inside a transaction: locks this table against other writers until its end, so that two concurrent replacements do not mix.
   * @param table constant of this program, never input
   */
  abstract lockTable(table: string): Promise<void>;

  /** Notifies the other processes on this store; inside of a transaction, at its commit. The embedded store has one process. */
  abstract notify(notice: string): Promise<void>;

  /** Calls back at this notification, and when some may have been missed. */
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
