import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error.js';
import { Arrival, BodyArrivals } from './body-arrivals.js';
import { freeBytes, GrowingBytes } from './growing-bytes.js';
import { describeProblem, PROBLEM_TYPE, problemPlace } from './problem.filter.js';
import { onResponseClose } from './on-response-close.js';

/** Number of chunks of any length: a client may write a small body character by character. */
const FREE_CHUNKS = 2_000;
/** Minimum average bytes per chunk in a longer body. */
const MIN_AVERAGE_BYTES = 32;

/**
 * Counts the chunks of a body (RFC 9112, 7.1). A chunk of two bytes costs as much parser time and heap as a chunk of a thousand bytes. A body in such
 * chunks takes a hundred times its length in memory, and blocks the event loop while it is read.
 */
export class ChunkMeter {
  private chunks = 0;
  private bytes = 0;

  /** Counts one more chunk. @returns whether the average chunk length is still acceptable */
  take(bytes: number): boolean {
    this.chunks += 1;
    this.bytes += bytes;
    return this.chunks <= FREE_CHUNKS || this.bytes >= this.chunks * MIN_AVERAGE_BYTES;
  }
}

/** Creates the error for a body whose chunks are too short. */
export function chunksTooShort(): DomainError {
  const rule = `comes in more than ${FREE_CHUNKS} chunks of fewer than ${MIN_AVERAGE_BYTES} bytes on average`;
  return new DomainError('unparsable', 'unparsable', `The body ${rule}; send it in larger chunks.`);
}

/** Content types that a route reads as a stream, with the routes that accept them. */
const STREAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['application/x-ndjson', ['/documents/bulk', '/cbr/import', '/datasets']],
  ['application/vnd.sqlite3', ['/cbr/import']],
  ['multipart/form-data', ['/documents/upload']],
]);

/** Content types that are read completely as text, with the routes that accept them. */
export const TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['text/csv', ['/datasets']],
  ['application/yaml', ['/datasets']],
]);

/** Bytes of a body that are read and discarded after the answer, so that the client can read the answer. */
export interface DiscardRules {
  readonly ms: number;
  readonly bytes: number;
}
export const DISCARD_RULES: DiscardRules = { ms: 5_000, bytes: 16_000_000 };
const LOOK_EVERY_MS = 250;
/** Characters of an address with its query; the longest that means something has an id of 200 characters, percent-encoded. */
const MAX_ADDRESS = 8_000;

const NEWLINE = 0x0a;

type Head = Pick<IncomingMessage, 'headers'>;

/** A body that is being received. */
interface Receiving {
  readonly arrival: Arrival;
  /** Ends the body; its reader may replace this function. */
  fail: (error: DomainError) => void;
  /** Bytes that were read from the connection and wait for the route. */
  waiting: () => number;
}

const received = new WeakMap<IncomingMessage, Receiving>();

function mediaTypeOf({ headers }: Head): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether a request announces a body. */
export function hasBody({ headers }: Head): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether a route reads the body of this request as a stream. */
export function isStreamed(head: Head): boolean {
  return STREAMED.has(mediaTypeOf(head));
}

/** Counts bytes of a body that a route keeps in memory. @throws TryLaterError (503) when all bodies together hold too many */
export function holdBytes(request: FastifyRequest, bytes: number): void {
  received.get(request.raw)?.arrival.hold(bytes);
}

function brokenOff(): DomainError {
  return new DomainError('unparsable', 'unparsable', 'The body broke off before its end.');
}

/** Handling of a complete body. */
export interface WholeBody<T> {
  readonly limit: number;
  /** Makes the refusal of a body of more than `limit` bytes. */
  readonly tooLarge: () => DomainError;
  /** Reads the bytes, which are freed afterwards. */
  readonly read: (bytes: Buffer) => T;
}

/**
 * Reads a whole body. A limit is applied as soon as it is exceeded, not after the last byte.
 * @throws DomainError (413), (408) or (503)
 */
export function readWhole<T>(
  request: FastifyRequest,
  payload: Readable,
  { limit, tooLarge, read }: WholeBody<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const body = received.get(request.raw);
    const bytes = new GrowingBytes(announced > 0 ? announced : undefined);
    const meter = new ChunkMeter();
    const stop = () => payload.off('data', take).off('end', finish).off('error', cutOff).off('close', cutOff);
    const fail = (error: unknown) => {
      stop();
      bytes.free();
      // An error of a connection that nobody listens to would end the process.
      payload.on('error', () => undefined).resume();
      reject(error instanceof Error ? error : brokenOff());
    };
    const cutOff = () => fail(brokenOff());
    const take = (chunk: Buffer) => {
      try {
        if (bytes.length + chunk.length > limit) throw tooLarge();
        if (!meter.take(chunk.length)) throw chunksTooShort();
        holdBytes(request, chunk.length);
        bytes.add(chunk);
        // A chunk of a connection is a copy that only this reader has; one that a program of this process handed in may be its own.
        if (body !== undefined) freeBytes(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const finish = () => {
      stop();
      try {
        resolve(read(bytes.whole()));
      } catch (error) {
        reject(error instanceof Error ? error : brokenOff());
      } finally {
        bytes.free();
      }
    };
    if (announced > limit) {
      fail(tooLarge());
      return;
    }
    if (body !== undefined) body.fail = fail;
    payload.on('data', take).once('end', finish).once('error', cutOff).once('close', cutOff);
  });
}

/**
 * A body as a stream that the route reads at its own pace. It can be ended with an answer, which the connection's own stream cannot.
 * It owns its chunks: the reader may free them (`freeBytes`).
 * @param keeps what the route keeps in memory, which is counted: the unfinished line, or everything
 */
export function readAsStream(request: FastifyRequest, payload: Readable, keeps: 'line' | 'all'): Readable {
  let lineBytes = 0;
  const meter = new ChunkMeter();
  const body = received.get(request.raw);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!meter.take(chunk.length)) {
        done(chunksTooShort());
        return;
      }
      const newline = keeps === 'line' ? chunk.lastIndexOf(NEWLINE) : -1;
      const more = newline < 0 ? chunk.length : chunk.length - newline - 1 - lineBytes;
      try {
        holdBytes(request, more);
        lineBytes += more;
        // The chunk of an injected request may belong to the injecting code.
        done(null, body === undefined ? Buffer.from(chunk) : chunk);
      } catch (error) {
        done(error instanceof Error ? error : brokenOff());
      }
    },
  });
  const fail = (error: Error) => {
    payload.unpipe(stream);
    stream.destroy(error);
  };
  if (body !== undefined) {
    body.fail = fail;
    body.waiting = () => request.raw.readableLength + stream.readableLength;
  }
  payload.once('error', () => fail(brokenOff()));
  payload.once('close', () => {
    if (!request.raw.complete) fail(brokenOff());
  });
  return payload.pipe(stream);
}

/** Answers a request whose route waits for its body. The route finds its reply sent. */
function answer(request: FastifyRequest, reply: FastifyReply, error: DomainError): void {
  if (reply.sent || reply.raw.headersSent) {
    request.raw.destroy();
    return;
  }
  const problem = describeProblem(error, problemPlace(request));
  void reply.status(problem.status).headers({ 'content-type': PROBLEM_TYPE, connection: 'close' });
  void reply.send(JSON.stringify(problem));
}

/** Reads on for a moment after an answer: a connection that is closed over unread bytes takes the answer with it. */
function discardRest({ raw }: FastifyRequest, rules: DiscardRules): void {
  const { socket } = raw;
  raw.unpipe();
  const meter = new ChunkMeter();
  raw.on('data', (chunk: Buffer) => {
    if (!meter.take(chunk.length)) socket.destroy();
    freeBytes(chunk);
  });
  raw.resume();
  const startedAt = performance.now();
  const startBytes = socket.bytesRead;
  const look = setInterval(
    () => {
      const isTooMuch = socket.bytesRead - startBytes > rules.bytes || performance.now() - startedAt >= rules.ms;
      if (isTooMuch) socket.destroy();
      if (isTooMuch || raw.complete || socket.destroyed) clearInterval(look);
    },
    Math.min(LOOK_EVERY_MS, rules.ms),
  ).unref();
}

/** @throws DomainError (415) for a body that no route takes in this form */
function assertReadable(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new DomainError(
      'unsupported-type',
      'unsupported-type',
      'The body is compressed; send it without Content-Encoding.',
    );
  const type = mediaTypeOf(request);
  const routes = STREAMED.get(type) ?? TEXTS.get(type);
  if (routes !== undefined && !routes.includes(request.routeOptions.url ?? ''))
    throw new DomainError('unsupported-type', 'unsupported-type', `This route does not take ${type}.`);
}

/** Puts the bodies of all requests under the rules of `arrivals`, once their callers are known. */
export function receiveBodies(
  fastify: FastifyInstance,
  arrivals: BodyArrivals,
  rules: DiscardRules = DISCARD_RULES,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && request.raw.socket instanceof Socket)
      reply.raw.once('finish', () => {
        if (!request.raw.complete) discardRest(request, rules);
      });
    if (request.url.length > MAX_ADDRESS) {
      done(new DomainError('too-long', 'address-too-long', `The address is longer than ${MAX_ADDRESS} characters.`));
      return;
    }
    // A body to a route that does not exist is not read.
    if (request.is404 && hasBody(request))
      done(
        new DomainError('not-found', 'not-found', 'There is no such route; the routes are listed in /openapi.json.'),
      );
    else done();
  });
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    try {
      if (hasBody(request)) receive(request, reply, arrivals);
      done(null, payload);
    } catch (error) {
      done(error instanceof Error ? error : brokenOff());
    }
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // The framework closes after a body that it could not parse. While bytes still come, that would lose the answer.
    if (hasBody(request) && !request.raw.complete && reply.statusCode !== 408) void reply.removeHeader('connection');
    done(null, payload);
  });
}

function receive(request: FastifyRequest, reply: FastifyReply, arrivals: BodyArrivals): void {
  assertReadable(request);
  const { raw } = request;
  const { socket } = raw;
  // Requests that are handed in by a program of this process have no connection, and most bodies come with their heads.
  if (raw.complete || !(socket instanceof Socket)) return;
  const body: Receiving = {
    arrival: arrivals.begin({
      isWhole: !isStreamed(request),
      bytesRead: () => socket.bytesRead,
      isWaiting: () => body.waiting() > 0,
      fail: (error) => body.fail(error),
    }),
    fail: (error) => answer(request, reply, error),
    waiting: () => raw.readableLength,
  };
  received.set(raw, body);
  raw.once('end', () => body.arrival.arrived());
  onResponseClose(reply, () => body.arrival.close());
}
