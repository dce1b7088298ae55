import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { traceHeaders } from '../tracing/active-span.js';
import { boundedBody } from './bounded-body.js';
import { addressIn, isForbiddenHost } from './forbidden-address.js';
import { guardedLookup, RefusedAddressError } from './guarded-lookup.js';
import { BROKEN_OFF, FailureLog, OutgoingError, REDIRECTED, UNREACHABLE, UNREADABLE } from './outgoing-failure.js';

export interface OutgoingLimits {
  /** Maximum bytes of a response body. */
  readonly maxBytes: number;
  /** Time limit of an exchange, from name resolution to the last byte. The caller's signal may end it earlier. */
  readonly timeoutMs: number;
  /** Addresses that this client refuses in addition to link-local and metadata addresses. */
  readonly isRefused?: (address: string, port: number) => boolean;
}

const DEFAULTS: OutgoingLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 600_000 };
const CONNECT_TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Redirects that keep method and body. With the others only a GET remains the same request. */
const KEEPS_METHOD = new Set([307, 308]);
const WITHOUT_BODY = new Set([204, 205, 304]);

/** A POST of JSON to a server that answers in JSON, as model servers take it. */
export const jsonRequest = (body: unknown, apiKey: string | undefined, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  },
  body: JSON.stringify(body),
  signal,
});

/** A request that can be sent, and sent again. */
interface Prepared {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly end: () => void;
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return new TextEncoder().encode(body.toString());
  if (body instanceof Uint8Array) return body;
  throw new TypeError('A request to another server takes text or bytes as its body.');
}

async function prepare(input: string | URL | Request, init: RequestInit = {}): Promise<Prepared> {
  const asked = input instanceof Request ? input : undefined;
  const headers = new Headers(init.headers ?? asked?.headers);
  for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
  // A compressed response could expand to a thousand times its size.
  headers.set('accept-encoding', 'identity');
  const isRead = init.body === undefined && asked !== undefined && asked.body !== null;
  return {
    url: new URL(input instanceof Request ? input.url : input instanceof URL ? input.href : input),
    method: (init.method ?? asked?.method ?? 'GET').toUpperCase(),
    headers,
    body: isRead ? new Uint8Array(await asked.arrayBuffer()) : bytesOf(init.body),
    signal: init.signal ?? asked?.signal ?? undefined,
  };
}

/** Sets the address after redirects: relative links in the answer refer to it. A constructed response has none. */
function withUrl(response: Response, { href }: URL): Response {
  return Object.defineProperty(response, 'url', { value: href });
}

function responseOf({ message, end }: Exchange, maxBytes: number, failure: (error: unknown) => unknown): Response {
  const headers = new Headers();
  const { statusCode: status = 0, rawHeaders } = message;
  try {
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
    if (!WITHOUT_BODY.has(status))
      return new Response(boundedBody(message, maxBytes, end, failure), { status, headers });
    message.resume();
    end();
    return new Response(null, { status, headers });
  } catch {
    message.destroy();
    end();
    throw new OutgoingError(UNREADABLE);
  }
}

/**
 * The only HTTP client of this server for requests to other servers: systems under test, model servers, rerankers, the taxonomy service. It
 * refuses link-local and metadata addresses at the connection. It follows redirects only on the same origin, and never turns a POST into a
 * GET. It limits responses in bytes and time. Every connection failure has the same message.
 * @example new OpenAI({ fetch: new OutgoingClient().fetch })
 */
export class OutgoingClient {
  private readonly limits: OutgoingLimits;
  private readonly log = new FailureLog();
  /** The connection pool is private to this client: another client may refuse fewer addresses. */
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };

  constructor(limits: Partial<OutgoingLimits> = {}) {
    this.limits = { ...DEFAULTS, ...limits };
  }

  /** Like the global `fetch`, for bodies of text or bytes. @throws OutgoingError, or the reason of the caller's signal */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    let prepared = await prepare(input, init);
    for (let redirects = 0; ; redirects++) {
      const exchange = await this.exchange(prepared, true);
      const next = this.redirectOf(prepared, exchange, redirects);
      if (next === undefined)
        return withUrl(
          responseOf(exchange, this.limits.maxBytes, (error) => this.failure(prepared, error, BROKEN_OFF)),
          prepared.url,
        );
      prepared = { ...prepared, url: next };
    }
  };

  private redirectOf(prepared: Prepared, { message, end }: Exchange, redirects: number): URL | undefined {
    const { statusCode = 0, headers } = message;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined;
    message.destroy();
    end();
    const next = URL.canParse(headers.location, prepared.url.href)
      ? new URL(headers.location, prepared.url)
      : undefined;
    const isRepeatable = KEEPS_METHOD.has(statusCode) || prepared.method === 'GET' || prepared.method === 'HEAD';
    if (next?.origin !== prepared.url.origin || !isRepeatable || redirects >= MOST_REDIRECTS)
      throw new OutgoingError(REDIRECTED);
    return next;
  }

  private failure({ url, signal }: Prepared, error: unknown, words: string): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof OutgoingError) return error;
    this.log.write(url.origin, error);
    return new OutgoingError(words);
  }

  /** @param mayRepeat whether to retry once on a keep-alive connection that the server has just closed */
  private async exchange(prepared: Prepared, mayRepeat: boolean): Promise<Exchange> {
    prepared.signal?.throwIfAborted();
    const reused = { socket: false };
    try {
      return await this.send(prepared, reused);
    } catch (error) {
      const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      if (mayRepeat && reused.socket && isReset && prepared.signal?.aborted !== true)
        return this.exchange(prepared, false);
      throw this.failure(prepared, error, UNREACHABLE);
    }
  }

  private send({ url, method, headers, body, signal }: Prepared, reused: { socket: boolean }): Promise<Exchange> {
    const { protocol } = url;
    if ((protocol !== 'http:' && protocol !== 'https:') || url.username !== '' || url.password !== '')
      throw new TypeError('A request to another server takes an http(s) URL without user and password.');
    const port = Number(url.port === '' ? (protocol === 'http:' ? 80 : 443) : url.port);
    const isRefused = (address: string) => this.limits.isRefused?.(address, port) === true;
    const address = addressIn(url);
    if (isForbiddenHost(url) || (address !== undefined && isRefused(address)))
      throw new RefusedAddressError(url.hostname);
    if (body !== undefined) headers.set('content-length', String(body.byteLength));
    return new Promise((resolve, reject) => {
      const open = protocol === 'http:' ? httpRequest : httpsRequest;
      const sent = open(url, {
        method,
        agent: this.agents[protocol],
        headers: Object.fromEntries(headers),
        lookup: guardedLookup(isRefused),
        ...(signal === undefined ? {} : { signal }),
      });
      const whole = setTimeout(() => sent.destroy(new Error('the time is over')), this.limits.timeoutMs).unref();
      const connect = setTimeout(() => sent.destroy(new Error('the time to connect is over')), CONNECT_TIMEOUT_MS);
      const connected = () => clearTimeout(connect);
      const end = () => [whole, connect].forEach(clearTimeout);
      sent.on('socket', (socket) => {
        reused.socket = sent.reusedSocket;
        if (!socket.connecting) connected();
        else socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', connected);
      });
      sent.on('response', (message) => {
        connected();
        resolve({ message, end });
      });
      sent.on('error', (error) => {
        end();
        reject(error);
      });
      sent.end(body);
    });
  }
}
