import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MB = 1_000_000;

/** How many connections there may be, and how long one may hold what it does not read. */
export interface ConnectionRules {
  readonly most: number;
  /** Without a byte in either direction while an answer waits to be read. */
  readonly stalledMs: number;
  /** Bytes of answers that wait in all connections together. */
  readonly waitingBytes: number;
}

export const CONNECTION_RULES: ConnectionRules = { most: 2_000, stalledMs: 30_000, waitingBytes: 128 * MB };

/** What else is asked, and informed, by the connections. */
export interface ConnectionWatch {
  /** Closes the slowest body that arrives. @returns whether there was one */
  readonly closeSlowest: () => boolean;
  /** The client does not read this answer as fast as it is made. */
  readonly onStalled: (response: ServerResponse) => void;
}

interface ConnectionState {
  readonly answers: Set<ServerResponse>;
  /** Bytes that waited at the last look. */
  waiting: number;
}

/**
 * Bounds connections: beyond the limit the one goes that has been without a request for longest, be it idle or slow with its head; then
 * the slowest body; the new one only if all others are at work. An answer that its client does not read ends after a time, or at once
 * where all such answers together take too much memory.
 */
export class Connections {
  /** In the order in which they were last without a request. */
  private readonly open = new Map<Socket, ConnectionState>();

  constructor(
    private readonly rules: ConnectionRules,
    private readonly watch: ConnectionWatch,
  ) {}

  get size(): number {
    return this.open.size;
  }

  follow(server: Server): void {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.setTimeout(this.rules.stalledMs, (socket) => this.timedOut(socket));
  }

  /** A request of a connection has its head. */
  began({ socket }: Pick<IncomingMessage, 'socket'>, response: ServerResponse): void {
    this.open.get(socket)?.answers.add(response);
  }

  /** The answer to a request is over. */
  ended(socket: Socket, response: ServerResponse): void {
    const state = this.open.get(socket);
    if (state === undefined) return;
    state.answers.delete(response);
    if (state.answers.size > 0) return;
    // To the end of the order: it has been without a request for the shortest time.
    this.open.delete(socket);
    this.open.set(socket, state);
  }

  /** Looks at answers that are not read; to be called about once a second. */
  sweep(): void {
    let waitingBytes = 0;
    const stalled: Socket[] = [];
    for (const [socket, state] of this.open) {
      const waiting = socket.writableLength;
      waitingBytes += waiting;
      if (waiting > 0 && state.waiting > 0) {
        stalled.push(socket);
        for (const response of state.answers) this.watch.onStalled(response);
      }
      state.waiting = waiting;
    }
    stalled.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of stalled) {
      if (waitingBytes <= this.rules.waitingBytes) break;
      waitingBytes -= socket.writableLength;
      socket.destroy();
    }
  }

  private opened(socket: Socket): void {
    this.open.set(socket, { answers: new Set(), waiting: 0 });
    socket.once('close', () => this.open.delete(socket));
    if (this.open.size <= this.rules.most) return;
    for (const [other, { answers }] of this.open) {
      if (answers.size > 0 || other === socket) continue;
      this.end(other);
      return;
    }
    if (!this.watch.closeSlowest()) this.end(socket);
  }

  private end(socket: Socket): void {
    this.open.delete(socket);
    socket.destroy();
  }

  private timedOut(socket: Socket): void {
    const isAtWork = (this.open.get(socket)?.answers.size ?? 0) > 0;
    if (isAtWork && socket.writableLength === 0) socket.setTimeout(this.rules.stalledMs);
    else socket.destroy();
  }
}
