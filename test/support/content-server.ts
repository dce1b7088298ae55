import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Content {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it has an ETag, and answers conditional requests; true by default. */
  readonly hasVersion?: boolean;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Status of the answer. */
  status: number;
}

/** A server of files on loopback that remembers its requests. */
export class ContentServer {
  /** By path with query. */
  readonly files = new Map<string, Content>();
  readonly requests: ReceivedRequest[] = [];
  /** Answers instead of the files, unless it returns false. */
  answer: (request: ReceivedRequest, response: ServerResponse) => boolean = () => false;
  url = '';
  private readonly server: Server;

  constructor() {
    this.server = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => this.received(incoming, Buffer.concat(parts), response));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.url;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Paths with statuses of the requests since the last call. */
  taken(): string[] {
    return this.requests.splice(0).map(({ path, status }) => `${status} ${path}`);
  }

  private received({ method = '', url = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const request: ReceivedRequest = { method, path: url, headers, body, status: 0 };
    response.on('close', () => (request.status = response.statusCode));
    this.requests.push(request);
    if (this.answer(request, response)) return;
    const content = this.files.get(url);
    request.status = content?.status ?? (content === undefined ? 404 : 200);
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${createHash('sha256').update(content.body).digest('hex').slice(0, 12)}"`;
    const versioned = content.hasVersion === false ? {} : { etag };
    if (content.hasVersion !== false && headers['if-none-match'] === etag) {
      request.status = 304;
      response.writeHead(304, versioned).end();
      return;
    }
    const type = content.type ?? 'application/octet-stream';
    response.writeHead(content.status ?? 200, { 'content-type': type, ...versioned, ...content.headers });
    response.end(content.body);
  }
}
