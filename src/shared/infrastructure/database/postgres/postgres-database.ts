import { randomInt } from 'node:crypto';
import { PostgresDialect } from '../sql-dialect.js';
import { SqlStore } from '../sql-store.js';
import { joined, Sql, sql, trusted } from './sql.js';

export type { TransactionOptions } from '../sql-store.js';

/** Class of the advisory locks of live processes: an arbitrary number, equal in every replica. */
export const PROCESS_LOCK = 7_046_030;
/** Class of the advisory lock on a whole store: shared by the processes that serve it. */
export const STORE_LOCK = 7_046_031;
const LARGEST_PROCESS = 2 ** 31;

/** Use of a store by a process: answer requests, replace its contents, or only read. */
export type StoreUse = 'serve' | 'alone' | 'look';

/** A random number that no other process of the installation has, with high probability. */
export function newProcessNumber(): number {
  return randomInt(1, LARGEST_PROCESS);
}

/** DI token: the shared store (DATABASE_URL). Every call inside `transaction` belongs to it, also in called code. */
export abstract class PostgresDatabase extends SqlStore {
  readonly dialect = new PostgresDialect();
  /**
   * Number of this process in the store. A live process holds an advisory lock of this number, so that others can find unfinished work of a
   * dead process.
   */
  abstract readonly process: number;
  /** The schema that holds all tables of this installation. */
  abstract readonly schema: string;
  /** Runs one statement of a library, with its bound values. */
  abstract statement(text: string, values: readonly unknown[]): Promise<readonly object[]>;
  /** Runs several statements without values, as in a migration. */
  abstract execute(text: string): Promise<void>;
  /** Runs one maintenance statement outside of transactions, without a time limit. */
  abstract maintain(text: string): Promise<void>;
  /** Whether the server refuses writes. The question does not wait for a free connection, which may take long under load. */
  abstract isStandby(): Promise<boolean>;
  /** Calls back at every notification to the replicas of the store, and with '' when some may have been missed. */
  abstract onNotification(listener: (payload: string) => void): void;
  abstract close(): Promise<void>;

  async lockTable(table: string): Promise<void> {
    await this.execute(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  }

  async changeTogether(statements: readonly Sql[]): Promise<void> {
    const last = statements.at(-1);
    if (last === undefined) return;
    const others = statements.slice(0, -1).map((statement, i) => sql`${trusted(`s${i}`)} AS (${statement})`);
    await this.change(others.length === 0 ? last : sql`WITH ${joined(others)} ${last}`);
  }

  /** Condition: the process with the number in this column is alive. @param column constant of this program, never input */
  isAlive(column: string): Sql {
    return sql`EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = ${PROCESS_LOCK}::bigint::oid AND l.objid = ${trusted(column)}::bigint::oid)`;
  }

  /** Notifies all replicas; inside of a transaction, at its commit. */
  async notify(notice: string): Promise<void> {
    await this.query(sql`SELECT pg_notify(${this.channel}, ${notice})`);
  }

  /** Calls back at this notification, and when some may have been missed. */
  onOneNotice(notice: string, listener: () => void): void {
    this.onNotification((payload) => {
      if (payload === '' || payload === notice) listener();
    });
  }

  /** Whether the schema of this installation has a table of this name. */
  async hasTable(name: string): Promise<boolean> {
    const table = `${this.schema}.${name}`;
    const found = await this.one<{ name: string | null }>(sql`SELECT to_regclass(${table})::text AS name`);
    return typeof found?.name === 'string';
  }

  /** Name of the channel for notifications to all replicas of this installation. */
  get channel(): string {
    return `touchstone_${this.schema}`;
  }
}
