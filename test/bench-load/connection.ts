import { connect, type Socket } from 'node:net';
import type { BenchRequest } from './requests.js';

export interface Answered {
  readonly status: number;
  readonly retryAfter: boolean;
  /** Milliseconds from sending the request, over an open connection, to the end of the answer. */
  readonly tookMs: number;
}

interface Head {
  readonly status: number;
  readonly retryAfter: boolean;
  /** Bytes from the beginning of the head to the end of the body. */
  readonly length: number;
  /** How long the server keeps the connection when nothing comes; undefined if it does not say. */
  readonly keptMs: number | undefined;
}

/** Milliseconds before the server's keep-alive timeout in which a connection is not used: a request sent at the timeout gets no answer. */
const MARGIN_MS = 1_000;

/** Reads the head when it is complete. Answers of this server have a Content-Length unless they are streams. */
function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const body = Number(/\r\ncontent-length: *(\d+)/iu.exec(head)?.[1] ?? 0);
  const kept = /\r\nkeep-alive: *timeout=(\d+)/iu.exec(head)?.[1];
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: /\r\nretry-after:/iu.test(head),
    length: end + 4 + body,
    keptMs: kept === undefined ? undefined : Number(kept) * 1000,
  };
}

/** One kept-alive connection by hand: a client with hundreds of them must cost little compared with the server that it measures. */
export class Connection {
  private received: Buffer[] = [];
  private hear: (() => void) | undefined;
  private failure: Error | undefined;
  private usableUntilMs = Infinity;

  private constructor(
    private readonly socket: Socket,
    private readonly port: number,
  ) {
    const fail = (error: Error) => {
      this.failure = error;
      this.hear?.();
    };
    socket.on('data', (piece) => {
      this.received.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      this.hear?.();
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new Connection(socket, port)));
      socket.once('error', reject);
    });
  }

  /** False if the server has closed it or is about to: it closes a connection after the idle time of `Keep-Alive`. */
  get isUsable(): boolean {
    return this.failure === undefined && performance.now() < this.usableUntilMs;
  }

  /** @throws when the connection ends before the answer does */
  async send({ path, body }: BenchRequest): Promise<Answered> {
    const text = JSON.stringify(body);
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${this.port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
    this.received = [];
    const startedMs = performance.now();
    this.socket.write(head + text);
    for (;;) {
      await new Promise<void>((resolve) => {
        this.hear = resolve;
        if (this.failure !== undefined) resolve();
      });
      if (this.failure !== undefined) throw this.failure;
      const bytes = Buffer.concat(this.received);
      this.received = [bytes];
      const answer = readHead(bytes);
      if (answer !== undefined && bytes.length >= answer.length) {
        const nowMs = performance.now();
        this.usableUntilMs = nowMs + (answer.keptMs ?? Infinity) - MARGIN_MS;
        return { status: answer.status, retryAfter: answer.retryAfter, tookMs: nowMs - startedMs };
      }
    }
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.destroy();
  }
}
