import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: any;
  readonly atMs: number;
  /** Resolves when the connection ends: whether the client left before it had its answer. */
  readonly aborted: Promise<boolean>;
}

/** Answers calls over real HTTP and remembers them. `respond` gets the number of the call, from 1. */
export class FakeServer {
  readonly calls: ReceivedCall[] = [];
  respond: (response: ServerResponse, call: ReceivedCall, count: number) => void = (response) => response.end();
  private readonly server: Server;

  constructor() {
    this.server = createServer((incoming, response) => {
      const aborted = new Promise<boolean>((resolve) =>
        response.on('close', () => resolve(!response.writableFinished)),
      );
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const call: ReceivedCall = {
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
          atMs: performance.now(),
          aborted,
        };
        this.respond(response, call, this.calls.push(call));
      });
    });
  }

  /** @returns its address, without a path */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
