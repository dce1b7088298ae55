import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import { MirrorChanges, NOTHING_TAKEN } from './mirror-changes.js';
import { MirrorWriter } from './mirror-writer.js';

/** Polling interval, which covers lost notifications. */
const LOOK_EVERY_MS = 1_000;

/**
 * The passages of the shared store in a file of this replica. The search engine, the fitting and the classifier read it
 * as they read the embedded store, so both stores rank alike. It follows the store by its position, is notified of
 * changes at once, and is up to date before every search. The file is filled again at each start and contains only data
 * of the shared store.
 */
@Injectable()
export class LocalReplica extends IndexVersion implements OnApplicationShutdown {
  private readonly logger = new Logger('index');
  private readonly writer: MirrorWriter;
  private readonly timer: NodeJS.Timeout;
  private state = NOTHING_TAKEN;
  private following: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly mirror: MainDatabase,
  ) {
    super();
    this.writer = new MirrorWriter(mirror.writer);
    database.onNotification((payload) => {
      if (payload === '' || payload.startsWith('documents ')) this.look();
    });
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  current(): number {
    return this.state.position;
  }

  /** @throws DomainError if the store cannot be reached: commits made meanwhile are then unknown */
  async settled(signal?: AbortSignal): Promise<void> {
    const position = await readPosition(this.database, 'documents', signal);
    while (this.state.position < position) await this.follow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await this.following?.catch(() => undefined);
  }

  private look(): void {
    if (this.isClosed) return;
    this.settled().catch((error: unknown) => {
      this.logger.debug({ err: error }, 'the index could not follow the database; retrying');
    });
  }

  /** One run at a time; concurrent callers wait for it. */
  private follow(): Promise<void> {
    this.following ??= this.take().finally(() => {
      this.following = undefined;
    });
    return this.following;
  }

  /** Searches see the previous state until the new one is complete. */
  private async take(): Promise<void> {
    const { writer } = this.mirror;
    writer.exec('BEGIN IMMEDIATE');
    try {
      const state = await this.database.transaction(
        () => this.writer.take(new MirrorChanges(this.database, this.state), this.state),
        { snapshot: true },
      );
      writer.exec('COMMIT');
      this.state = state;
    } catch (error) {
      writer.exec('ROLLBACK');
      throw error;
    }
  }
}
