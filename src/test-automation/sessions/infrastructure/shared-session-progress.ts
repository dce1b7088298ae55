import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SessionFeed } from '../application/watch-session.js';
import { SessionEvent, SessionProgress } from '../domain/session-progress.js';
import { SessionRow } from './session-row.js';
import { isSession, isSessionNews, readJson } from './stored-session-json.js';

const PREFIX = 'session ';
/** A notification has at most 8000 bytes; a question is cut so that it fits in any script. */
const LONGEST_TEXT = 1_000;
/** Maximum delay until a watcher learns of an end whose notification was missed. */
const LOOK_EVERY_MS = 5_000;

/** Publishes session events to all processes by notifications of the database: watchers may be connected to any process. */
@Injectable()
export class SharedSessionProgress extends SessionProgress implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('test-automation');
  private timer: NodeJS.Timeout | undefined;
  /** Notifications are sent one after another, so that they arrive in order. */
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly feed: SessionFeed,
    private readonly database: PostgresDatabase,
  ) {
    super();
    database.onNotification((payload) => this.hear(payload));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async publish(sessionId: string, event: SessionEvent): Promise<void> {
    await this.feed.publish(sessionId, event);
    const news = JSON.stringify({ process: this.database.process, sessionId, event: cut(event) });
    this.tail = this.tail.then(() => this.send(news));
    return this.tail;
  }

  private async send(news: string): Promise<void> {
    try {
      await this.database.notify(PREFIX + news);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to publish an event of a test session to other processes');
    }
  }

  private hear(payload: string): void {
    if (payload === '') void this.look();
    if (!payload.startsWith(PREFIX)) return;
    const { process, sessionId, event } = readJson(payload.slice(PREFIX.length), isSessionNews);
    if (process !== this.database.process) void this.feed.publish(sessionId, event);
  }

  /** Ends the streams of ended sessions: their notification may have been missed. */
  private async look(): Promise<void> {
    const watched = this.feed.watched();
    if (watched.length === 0) return;
    try {
      const rows = await this.database.query<SessionRow>(
        sql`SELECT * FROM test_sessions WHERE session_id = ANY(${watched}::text[]) AND status NOT IN ('queued', 'running')`,
      );
      for (const row of rows) {
        const { status, error } = readJson(row.session, isSession);
        await this.feed.publish(row.session_id, { type: 'status', status, error });
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to check the watched test sessions; it is tried again');
    }
  }
}

function cut(event: SessionEvent): SessionEvent {
  if (event.type === 'status') return { ...event, error: event.error?.slice(0, LONGEST_TEXT) ?? null };
  if (event.type === 'result')
    return { ...event, result: { ...event.result, query: event.result.query.slice(0, LONGEST_TEXT) } };
  return event;
}
