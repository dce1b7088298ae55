import { Logger } from '@nestjs/common';
import pg from 'pg';
import { ConflictError } from '../../../domain/domain-error.js';
import { PROCESS_LOCK, STORE_LOCK, StoreUse } from './postgres-database.js';

/** Delay before a lost connection is opened again. */
const AGAIN_AFTER_MS = 1_000;

/**
 * The dedicated connection of a process: it receives notifications and holds the lock that shows that the process is alive. It reconnects
 * automatically, and then reports that notifications may have been missed.
 */
export class NotificationListener {
  private readonly logger = new Logger('store');
  private readonly listeners: ((payload: string) => void)[] = [];
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly config: pg.ClientConfig,
    /** A constant name of this program. */
    private readonly channel: string,
    private readonly process: number,
    private readonly use: StoreUse,
  ) {}

  onNotification(listener: (payload: string) => void): void {
    this.listeners.push(listener);
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.config);
    this.client = client;
    client.on('notification', ({ payload }) => this.tell(payload ?? ''));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    await client.connect();
    await this.enter(client);
    await client.query('SELECT pg_advisory_lock($1, $2)', [PROCESS_LOCK, this.process]);
    await client.query(`LISTEN ${pg.escapeIdentifier(this.channel)}`);
    this.tell('');
  }

  /** @throws Error if the connection is lost */
  async isStandby(): Promise<boolean> {
    if (this.client === undefined) throw new Error('Connection terminated');
    const { rows } = await this.client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  /** A shared lock for processes that serve a store; an exclusive lock for a process that needs the store alone. */
  private async enter(client: pg.Client): Promise<void> {
    if (this.use === 'look') return;
    const lock = this.use === 'serve' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query<{ is_free: boolean }>(`SELECT ${lock}($1, hashtext($2)) AS is_free`, [
      STORE_LOCK,
      this.channel,
    ]);
    if (rows[0]?.is_free === true) return;
    this.client = undefined;
    await client.end();
    throw new ConflictError(
      this.use === 'serve'
        ? 'the store in DATABASE_URL is being copied or restored; start again when that is done'
        : 'The store in DATABASE_URL is in use; stop all processes of the service first.',
    );
  }

  private tell(payload: string): void {
    for (const listener of this.listeners) listener(payload);
  }

  private lost(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.logger.warn('the connection for notifications of the database was lost; reconnecting');
    client.end().catch(() => undefined);
    this.later();
  }

  private later(): void {
    this.timer = setTimeout(() => {
      this.open().catch(() => {
        if (!this.isClosed) this.later();
      });
    }, AGAIN_AFTER_MS);
    this.timer.unref();
  }
}
