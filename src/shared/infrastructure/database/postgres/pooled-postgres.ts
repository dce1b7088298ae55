import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DomainError } from '../../../domain/domain-error.js';
import { NotificationListener } from './notification-listener.js';
import { newProcessNumber, PostgresDatabase, StoreUse, TransactionOptions } from './postgres-database.js';
import { isUnreachable, postgresFault } from './postgres-fault.js';
import { PostgresSettings } from './postgres-settings.js';
import { Sql } from './sql.js';

const INT8 = pg.types.builtins.INT8;
/** Limit for an idle transaction: it holds locks without need. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Memory for creating an index: within it the index takes a fifth of the time. A higher setting of the server is kept. */
const MAINTENANCE_MEMORY = '512MB';

function stopped(): DomainError {
  return new DomainError('cancelled', 'cancelled', 'The request was cancelled before the database answered.');
}

/** Its lock shows that a process is alive: the server must detect a lost machine within 10 + 3 x 5 s instead of hours. */
const NOTICES_DEATH = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** A transaction and whether it is still open: calls that it started and did not await must not write on its connection afterwards. */
interface Running {
  readonly client: pg.PoolClient;
  open: boolean;
}

/** A statement with its numbered values. */
interface Whole {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Numbers of an array need no quotes; the driver would check each of them for characters to escape. */
function toParameter(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? `{${value.join(',')}}` : value;
}

/** Row numbers and counts stay below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

function clientConfig(settings: PostgresSettings) {
  const { url, schema, statementTimeoutMs, connectTimeoutMs, answerTimeoutMs } = settings;
  return {
    connectionString: url,
    options: [
      `-c search_path=${schema},public`,
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    ].join(' '),
    application_name: 'touchstone',
    connectionTimeoutMillis: connectTimeoutMs,
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    keepAlive: true,
    types,
  };
}

/** A PostgreSQL server over a pool of connections. Broken connections leave the pool, so that it recovers when the server does. */
export class PooledPostgres extends PostgresDatabase {
  readonly schema: string;
  readonly process = newProcessNumber();
  private readonly listener: NotificationListener;
  private readonly logger = new Logger('store');
  private readonly pool: pg.Pool;
  private readonly current = new AsyncLocalStorage<Running>();
  /** Names of prepared statements by their text. Their number is bounded, since the texts come from code. */
  private readonly names = new Map<string, string>();

  private constructor(settings: PostgresSettings, use: StoreUse) {
    super();
    this.schema = settings.schema;
    const config = clientConfig(settings);
    this.pool = new pg.Pool({ ...config, max: settings.poolSize });
    const listening = { ...config, options: `${config.options} ${NOTICES_DEATH}` };
    this.listener = new NotificationListener(listening, this.channel, this.process, use);
    // An idle connection broke: the pool has already dropped it.
    this.pool.on('error', () => this.logger.warn('a connection to the database was lost'));
    // A connection broke between two statements of a transaction: the next statement fails. Without a listener the error would end the
    // process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @throws DomainError if the server is unreachable, or the store is not available for this use now */
  static async open(settings: PostgresSettings, use: StoreUse = 'serve'): Promise<PooledPostgres> {
    const database = new PooledPostgres(settings, use);
    try {
      await database.listener.open();
    } catch (error) {
      await database.close();
      throw postgresFault(error) ?? error;
    }
    return database;
  }

  /** Returns a read-only server. It is not contacted before the first read, and may be unavailable. Notifications come from the primary. */
  static standby(settings: PostgresSettings): PooledPostgres {
    return new PooledPostgres(settings, 'look');
  }

  async query<Row extends object>(statement: Sql, signal?: AbortSignal): Promise<readonly Row[]> {
    return (await this.send<Row>(statement.whole, signal)).rows;
  }

  async change(statement: Sql): Promise<number> {
    return (await this.send(statement.whole)).rowCount ?? 0;
  }

  async statement(text: string, values: readonly unknown[]): Promise<readonly object[]> {
    return (await this.send<object>({ text, values })).rows;
  }

  async execute(text: string): Promise<void> {
    try {
      await (this.own ?? this.pool).query(text);
    } catch (error) {
      throw postgresFault(error) ?? error;
    }
  }

  async maintain(text: string): Promise<void> {
    const client = await this.connect();
    let broken: Error | undefined;
    try {
      await client.query(`SET statement_timeout = 0;
        SELECT set_config('maintenance_work_mem', '${MAINTENANCE_MEMORY}', false)
        WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('${MAINTENANCE_MEMORY}')`);
      await client.query(text);
    } catch (error) {
      throw postgresFault(error) ?? error;
    } finally {
      await client.query(`RESET statement_timeout; RESET maintenance_work_mem`).catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('The limits of a connection were not set again.');
      });
      client.release(broken);
    }
  }

  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.own !== undefined) return work();
    const client = await this.connect();
    const running: Running = { client, open: true };
    let broken: Error | undefined;
    try {
      await client.query(options.snapshot === true ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
      const value = await this.current.run(running, work);
      running.open = false;
      await client.query('COMMIT');
      return value;
    } catch (error) {
      // Close a connection that cannot be rolled back: then the server rolls back.
      if (error instanceof DomainError && error.code === 'store-unreachable') broken = error;
      else
        await client.query('ROLLBACK').catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error('The rollback failed.');
        });
      throw postgresFault(error) ?? error;
    } finally {
      running.open = false;
      client.release(broken);
    }
  }

  onNotification(listener: (payload: string) => void): void {
    this.listener.onNotification(listener);
  }

  async isStandby(): Promise<boolean> {
    try {
      return await this.listener.isStandby();
    } catch (error) {
      throw postgresFault(error) ?? error;
    }
  }

  async close(): Promise<void> {
    await this.listener.close();
    await this.pool.end();
  }

  /** The connection of the transaction that this call belongs to. */
  private get own(): pg.PoolClient | undefined {
    const running = this.current.getStore();
    return running?.open === true ? running.client : undefined;
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw postgresFault(error) ?? error;
    }
  }

  private async send<Row extends object>(statement: Whole, signal?: AbortSignal): Promise<pg.QueryResult<Row>> {
    if (signal?.aborted === true) throw stopped();
    const { own } = this;
    const client = own ?? (await this.connect());
    let broken: Error | undefined;
    try {
      return await this.on<Row>(client, statement, signal);
    } catch (error) {
      if (error instanceof Error && isUnreachable(error)) broken = error;
      throw postgresFault(error) ?? error;
    } finally {
      if (own === undefined) client.release(broken);
    }
  }

  private async on<Row extends object>(
    client: pg.PoolClient,
    { text, values }: Whole,
    signal: AbortSignal | undefined,
  ): Promise<pg.QueryResult<Row>> {
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = this.cancel(client);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await client.query<Row>({ name: this.nameOf(text), text, values: values.map(toParameter) });
    } catch (error) {
      throw signal?.aborted === true ? stopped() : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      // A late cancel must not affect the next statement of this connection.
      await cancelling;
    }
  }

  /** Cancels the running statement of this connection, over another connection. */
  private async cancel(client: pg.PoolClient): Promise<void> {
    const pid: unknown = 'processID' in client ? client.processID : undefined;
    if (typeof pid !== 'number') return;
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'a statement of a cancelled request could not be cancelled; its time limit ends it',
      );
    }
  }

  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `t${this.names.size}`;
      this.names.set(text, name);
    }
    return name;
  }
}
