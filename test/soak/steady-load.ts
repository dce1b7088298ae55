import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../bench-load/connection.js';
import { type BenchRequest, requestMaker } from '../bench-load/requests.js';

/** Documents that the load writes over and over, so that their number does not grow with the time. */
const WRITTEN = 100;
/** One request in this number stores a document. */
const WRITE_EVERY = 50;

/** What became of one request. */
export interface Outcome {
  /** 0 without an answer. */
  readonly status: number;
  /**
   * Milliseconds from the moment it was due, not from the one it was sent: a request that had to wait for a free connection waited for the
   * server (Tene, "How NOT to Measure Latency": coordinated omission).
   */
  readonly tookMs: number;
}

/** The n-th request: chats, searches, suggestions and agents, and a document stored now and then. */
export function soakRequests(): (n: number) => BenchRequest {
  const make = requestMaker();
  return (n) => {
    if (n % WRITE_EVERY !== 0) return make('mixed', n);
    const id = `soak-${(n / WRITE_EVERY) % WRITTEN}`;
    const text = `The bell of ${id} is rung ${n} times a year. Whoever rings it writes the hour into the book of the tower.`;
    return { path: '/documents', body: { document_id: id, title: id, text, canonical_path: ['Soak', 'Bells'] } };
  };
}

/** Connections of one client, reopened after the server closes one. */
class Lines {
  private readonly free: Connection[] = [];
  private readonly waiting: ((line: Connection | undefined) => void)[] = [];
  private open = 0;

  constructor(
    private readonly port: number,
    private readonly most: number,
  ) {}

  async send(request: BenchRequest): Promise<number> {
    let line: Connection | undefined;
    try {
      line = await this.take();
      const { status } = await line.send(request);
      this.give(line);
      return status;
    } catch {
      line?.close();
      this.open--;
      // Each waiting request has to open its own connection.
      this.waiting.shift()?.(undefined);
      return 0;
    }
  }

  close(): void {
    for (const line of this.free) line.close();
  }

  private async take(): Promise<Connection> {
    for (let line = this.free.pop(); line !== undefined; line = this.free.pop()) {
      if (line.isUsable) return line;
      line.close();
      this.open--;
    }
    if (this.open >= this.most) {
      const given = await new Promise<Connection | undefined>((resolve) => this.waiting.push(resolve));
      if (given !== undefined) return given;
    }
    this.open++;
    return Connection.open(this.port);
  }

  private give(line: Connection): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(line);
    else next(line);
  }
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly make: (n: number) => BenchRequest;
  readonly hear: (outcome: Outcome) => void;
}

/** As many requests as the server answers, one after another over each connection. @returns answers a second */
export async function closedLoop({ port, connections, seconds, make, hear }: Load): Promise<number> {
  const lines = new Lines(port, connections);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let next = 0;
  const asker = async () => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      hear({ status: await lines.send(make(next++)), tookMs: performance.now() - sentMs });
    }
  };
  await Promise.all(Array.from({ length: connections }, asker));
  lines.close();
  return next / ((performance.now() - startedMs) / 1000);
}

/** Open-loop load: a fixed number of requests a second at even intervals, whether the server keeps up or not. */
export async function steadyLoad(perSecond: number, { port, connections, seconds, make, hear }: Load): Promise<void> {
  const lines = new Lines(port, connections);
  const startedMs = performance.now();
  const total = Math.floor(perSecond * seconds);
  const running = new Set<Promise<void>>();
  for (let n = 0; n < total; n++) {
    const dueMs = startedMs + (n * 1000) / perSecond;
    const early = dueMs - performance.now();
    if (early > 1) await delay(early);
    const one = lines.send(make(n)).then((status) => {
      hear({ status, tookMs: performance.now() - dueMs });
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  lines.close();
}
