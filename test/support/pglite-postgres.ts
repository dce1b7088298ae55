import { AsyncLocalStorage } from 'node:async_hooks';
import { PGlite, Transaction } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { postgresFault } from '../../src/shared/infrastructure/database/postgres/postgres-fault.js';
import {
  newProcessNumber,
  PostgresDatabase,
  PROCESS_LOCK,
  TransactionOptions,
} from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { Sql } from '../../src/shared/infrastructure/database/postgres/sql.js';

interface Running {
  readonly tx: Transaction;
  open: boolean;
}

/** PostgreSQL inside of this process (WASM), with the extensions that the shared store requires. */
export class PglitePostgres extends PostgresDatabase {
  private readonly current = new AsyncLocalStorage<Running>();

  readonly process = newProcessNumber();
  private readonly listeners: ((payload: string) => void)[] = [];

  private constructor(
    private readonly db: PGlite,
    readonly schema: string,
  ) {
    super();
  }

  /** @param copied a `dump` of a database with the same schema; a new schema takes five times as long */
  static async open(schema: string, copied?: Blob): Promise<PglitePostgres> {
    const db = await PGlite.create({
      extensions: { vector, pg_trgm },
      ...(copied === undefined ? {} : { loadDataDir: copied }),
    });
    await db.exec(`SET search_path = ${schema}, public`);
    const database = new PglitePostgres(db, schema);
    await db.query('SELECT pg_advisory_lock($1, $2)', [PROCESS_LOCK, database.process]);
    await db.listen(database.channel, (payload) => database.listeners.forEach((listener) => listener(payload)));
    return database;
  }

  async query<Row extends object>(statement: Sql): Promise<readonly Row[]> {
    return (await this.send<Row>(statement.whole)).rows;
  }

  async change(statement: Sql): Promise<number> {
    return (await this.send(statement.whole)).affectedRows ?? 0;
  }

  async statement(text: string, values: readonly unknown[]): Promise<readonly object[]> {
    return (await this.send<object>({ text, values })).rows;
  }

  async execute(text: string): Promise<void> {
    await (this.own ?? this.db).exec(text);
  }

  async maintain(text: string): Promise<void> {
    await this.db.exec(text);
  }

  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.own !== undefined) return work();
    return await this.db.transaction(async (tx) => {
      if (options.snapshot === true) await tx.exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const running: Running = { tx, open: true };
      try {
        return await this.current.run(running, work);
      } finally {
        running.open = false;
      }
    });
  }

  isStandby(): Promise<boolean> {
    return Promise.resolve(false);
  }

  onNotification(listener: (payload: string) => void): void {
    this.listeners.push(listener);
  }

  async dump(): Promise<Blob> {
    return this.db.dumpDataDir('none');
  }

  async close(): Promise<void> {
    await this.db.close();
  }

  /** The transaction of the caller while it is open: a write that it did not await may come after it. */
  private get own(): Transaction | undefined {
    const running = this.current.getStore();
    return running?.open === true ? running.tx : undefined;
  }

  private async send<Row extends object>({ text, values }: { text: string; values: readonly unknown[] }) {
    try {
      return await (this.own ?? this.db).query<Row>(text, [...values]);
    } catch (error) {
      throw postgresFault(error) ?? error;
    }
  }
}
