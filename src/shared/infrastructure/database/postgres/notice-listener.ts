import { Logger } from '@nestjs/common';
import pg from 'pg';
import { PROCESS_LOCK } from './postgres-database.js';

/** How soon a lost connection is made again. */
const AGAIN_AFTER_MS = 1_000;

/**
 * The connection that a process has to itself: it hears notices, and holds the lock that says that the process lives. It comes back
 * by itself, and then says that notices may have been missed.
 */
export class NoticeListener {
  private readonly logger = new Logger('store');
  private readonly listeners: ((payload: string) => void)[] = [];
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly config: pg.ClientConfig,
    /** A name of this program. */
    private readonly channel: string,
    private readonly process: number,
  ) {}

  onNotice(listener: (payload: string) => void): void {
    this.listeners.push(listener);
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.config);
    this.client = client;
    client.on('notification', ({ payload }) => this.tell(payload ?? ''));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1, $2)', [PROCESS_LOCK, this.process]);
    await client.query(`LISTEN ${pg.escapeIdentifier(this.channel)}`);
    this.tell('');
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private tell(payload: string): void {
    for (const listener of this.listeners) listener(payload);
  }

  private lost(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.logger.warn('the connection for notices of the database is lost; it is made again');
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
