import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const MB = 1_000_000;

/** Limits of the number of connections and of unread answers. */
export interface ConnectionRules {
  readonly most: number;
  /** Idle time of a connection while its client does not read an answer. */
  readonly stalledMs: number;
  /** Maximum unread bytes of answers in all connections together. */
  readonly waitingBytes: number;
}

export const CONNECTION_RULES: ConnectionRules = { most: 2_000, stalledMs: 30_000, waitingBytes: 128 * MB };

/** Callbacks of the connections. */
export interface ConnectionWatch {
  /** Closes the slowest body being received. @returns whether there was one */
  readonly closeSlowest: () => boolean;
  /** The client reads this answer too slowly. */
  readonly onStalled: (response: ServerResponse) => void;
}

interface ConnectionState {
  readonly answers: Set<ServerResponse>;
  /** Unread bytes at the last sweep. */
  waiting: number;
}

/**
 * Limits connections. Beyond the limit it closes the connection that has been without a request for longest (idle, or with an incomplete
 * head); then the slowest body; the new connection only if all others have a request in progress. It closes an unread answer after a time
 * limit, or at once if all unread answers take too much memory.
 */
export class Connections {
  /** Ordered by the time since when they have had no request. */
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

  /** The head of a request has arrived. */
  began({ socket }: Pick<IncomingMessage, 'socket'>, response: ServerResponse): void {
    this.open.get(socket)?.answers.add(response);
  }

  /** The answer to a request is over. */
  ended(socket: Socket, response: ServerResponse): void {
    const state = this.open.get(socket);
    if (state === undefined) return;
    state.answers.delete(response);
    if (state.answers.size > 0) return;
    // Move it to the end of the order: it has been without a request for the shortest time.
    this.open.delete(socket);
    this.open.set(socket, state);
  }

  /** Checks unread answers; call about once per second. */
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

/** Interval of the check for idle connections while the server closes. */
const LOOK_EVERY_MS = 100;

/**
 * Lets a closing server end as soon as its last request is answered. Fastify closes connections that are idle at the start of the shutdown.
 * A connection with a request at that moment would stay open for its keep-alive limit, longer than a shutdown may take.
 * @param isLeaving whether the server is about to close. Answers then have `Connection: close`, so that a proxy does not send its next
 * request on a closing connection
 */
export function drainConnections(fastify: FastifyInstance, isLeaving: () => boolean): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    const { server } = fastify;
    if (server.listening) {
      const timer = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
      server.once('close', () => clearInterval(timer));
    }
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    // Prevents the client from sending its next request on this connection.
    if (closing || isLeaving()) void reply.header('connection', 'close');
    done(null, payload);
  });
}
