import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { phaseEventOf, SessionEvent, SessionProgress } from '../domain/session-progress.js';
import { SessionStatus, SessionViewer } from '../domain/test-session.js';
import { ReadSession } from './read-session.js';

/** Events of a session until it ends, or until nobody watches. */
export interface Watching {
  readonly events: AsyncIterable<SessionEvent>;
  readonly stop: () => void;
}

const ENDED: ReadonlySet<SessionStatus> = new Set(['completed', 'failed', 'cancelled', 'interrupted']);

/** Events of one watcher, in order, including those that arrive while it is busy. */
class EventQueue implements AsyncIterable<SessionEvent> {
  private readonly waiting: SessionEvent[] = [];
  private wake: (() => void) | undefined;
  private isOver = false;

  push(event: SessionEvent): void {
    if (this.isOver) return;
    this.waiting.push(event);
    if (event.type === 'status' && ENDED.has(event.status)) this.isOver = true;
    this.wake?.();
  }

  end(): void {
    this.isOver = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SessionEvent> {
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else if (this.isOver) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

/** Passes events of the sessions of this process to the watchers. */
@Injectable()
export class SessionFeed extends SessionProgress {
  private readonly watchers = new Map<string, Set<EventQueue>>();

  publish(sessionId: string, event: SessionEvent): Promise<void> {
    for (const queue of this.watchers.get(sessionId) ?? []) queue.push(event);
    return Promise.resolve();
  }

  /** Ids of the watched sessions. */
  watched(): string[] {
    return [...this.watchers.keys()];
  }

  watch(sessionId: string): { readonly queue: EventQueue; readonly stop: () => void } {
    const queue = new EventQueue();
    const others = this.watchers.get(sessionId) ?? new Set();
    this.watchers.set(sessionId, others.add(queue));
    const stop = () => {
      others.delete(queue);
      if (others.size === 0) this.watchers.delete(sessionId);
      queue.end();
    };
    return { queue, stop };
  }
}

/** Follows a session that the caller may see. */
@Injectable()
export class WatchSession {
  constructor(
    private readonly readSession: ReadSession,
    private readonly feed: SessionFeed,
    private readonly clock: Clock,
  ) {}

  /** The first event is the present state. @throws NotFoundError */
  async watch(sessionId: string, viewer: SessionViewer): Promise<Watching> {
    // Subscribes before reading, so that no event is lost between the two.
    const { queue, stop } = this.feed.watch(sessionId);
    try {
      const { session, done, success } = await this.readSession.progress(sessionId, viewer);
      const total = session.planned.queries + session.planned.turns;
      queue.push({ type: 'progress', done, total, success });
      const phase = phaseEventOf(session, this.clock.now());
      if (phase !== undefined) queue.push(phase);
      queue.push({ type: 'status', status: session.status, error: session.error });
      return { events: queue, stop };
    } catch (error) {
      stop();
      throw error;
    }
  }
}
