import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { CapacityBounds } from '../domain/capacity.js';
import { TryLaterError } from '../domain/domain-error.js';
import { BEGIN_RULES, StartQueue, BeginRules } from './start-queue.js';
import { ARRIVAL_RULES, ArrivalRules, BodyArrivals } from './body-arrivals.js';
import { CONNECTION_RULES, ConnectionRules, Connections } from './connections.js';
import { AdaptiveConcurrencyLimit } from './adaptive-concurrency-limit.js';
import { openAiError } from './openai-error.js';
import { problem, PROBLEM_TYPE } from './problem.filter.js';
import { hasBody, isStreamed } from './request-bodies.js';
import { requestId } from './request-id.js';

/** How many requests are let in, and when they begin. */
export interface LoadLimits {
  readonly bounds: CapacityBounds;
  readonly begin: BeginRules;
  /** Milliseconds within which the head of a request must be there. */
  readonly headMs: number;
  readonly arrivals: ArrivalRules;
  readonly connections: ConnectionRules;
}

/** What the admission sees of its surroundings, and what they hear of it. */
export interface LoadObserver {
  /** Gives a new meter: how busy the busiest thread was since its last call, 0..1. */
  readonly meter: () => () => number;
  /** Calls that stand before the thread with the longest queue. */
  readonly callsWaiting: () => number;
  readonly onRefused: (request: IncomingMessage) => void;
  /** Origins of pages that may read the refusal. */
  readonly origins: readonly string[];
}

/**
 * All who are inside are to be answered within half of the deadline of 4 s; with more the deadline would be spent on waiting. A hundred
 * at once are promised on any machine: beyond those that work at a time they wait before their deadline begins.
 */
export const ADMISSION_LIMITS: LoadLimits = {
  bounds: { floor: 100, ceiling: 256, finishWithinS: 2 },
  begin: BEGIN_RULES,
  headMs: 10_000,
  arrivals: ARRIVAL_RULES,
  connections: CONNECTION_RULES,
};
const RETRY_AFTER_S = 1;
/** How often slow heads, bodies and answers are looked for. */
const SWEEP_MS = 1_000;
const STATUS = 503;

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** Probes must be told the truth; a session's progress is a stream that lasts for as long as the session and costs nothing. */
function isFree(request: IncomingMessage): boolean {
  const path = pathOf(request);
  return path.startsWith('/health') || path === '/metrics' || /^\/test-sessions\/[^/]+\/events$/u.test(path);
}

function overloaded(places: number): string {
  return `${places} requests are being answered, which is all that this server takes at a time: try again in ${RETRY_AFTER_S} s.`;
}

/**
 * Answers at once, before the framework sees the request: a refusal must cost little where hundreds come together. It has the form of
 * every other refusal.
 */
function refuse(request: IncomingMessage, response: ServerResponse, places: number, origins: readonly string[]): void {
  const id = requestId(request);
  const answer = problem(STATUS, 'overloaded', overloaded(places), { instance: pathOf(request), requestId: id });
  const forOpenAi = openAiError(answer);
  const body = JSON.stringify(forOpenAi === undefined ? answer : { ...answer, error: forOpenAi });
  const { origin } = request.headers;
  const forPage = origin !== undefined && origins.includes(origin);
  response.writeHead(STATUS, {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_S),
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...(forPage
      ? {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'x-request-id, retry-after',
          vary: 'Origin',
        }
      : {}),
  });
  response.end(body);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Served = FastifyServerOptions & Parameters<typeof createServer>[0];

/**
 * Stands between the network and the framework. It refuses what is beyond capacity at once, with 503 and Retry-After, before anything of
 * the request is read but its head: a queue that grows would answer everybody too late. Capacity follows the measured speed of the machine.
 * Whoever is slow takes no capacity: neither with a head, nor with a body, nor with reading an answer.
 */
export class LoadShedder {
  private watch: LoadObserver | undefined;
  private queue: StartQueue<ServerResponse>;
  private places: AdaptiveConcurrencyLimit;
  private readonly connections: Connections;
  /** Requests without a place, since their bodies are on their way. */
  private readonly arriving = new WeakSet<IncomingMessage>();
  readonly arrivals: BodyArrivals;

  constructor(private readonly limits: LoadLimits = ADMISSION_LIMITS) {
    this.queue = new StartQueue(limits.begin, { busyShare: () => 0, callsWaiting: () => 0 });
    this.places = new AdaptiveConcurrencyLimit(limits.bounds, () => 0);
    this.arrivals = new BodyArrivals(limits.arrivals);
    this.connections = new Connections(limits.connections, {
      closeSlowest: () => this.arrivals.closeSlowest(),
      onStalled: (response) => this.leave(response),
    });
  }

  /** From now on it measures, and tells what it refuses; before it counts alone. */
  follow(watch: LoadObserver): void {
    this.watch = watch;
    this.queue = new StartQueue(this.limits.begin, { busyShare: watch.meter(), callsWaiting: watch.callsWaiting });
    this.places = new AdaptiveConcurrencyLimit(this.limits.bounds, watch.meter());
  }

  /** The server of the framework (Fastify's `serverFactory`), with the limits that it sets on a server of its own. */
  readonly serve = (handler: Handler, options: Served): Server => {
    const timed = {
      ...options,
      // A request without Host is refused by the guard of all routes, in the form of every other refusal.
      requireHostHeader: false,
      headersTimeout: this.limits.headMs,
      connectionsCheckingInterval: SWEEP_MS,
    };
    const server = createServer(timed, (request, response) => this.take(request, response, handler));
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    // The time of a body is limited by `arrivals`: this limit of Node would end streams that may take hours.
    server.requestTimeout = 0;
    this.connections.follow(server);
    const sweeps = setInterval(() => this.sweep(), SWEEP_MS).unref();
    server.once('close', () => clearInterval(sweeps));
    return server;
  };

  /** Waits for a place, if the request has none since its body was on its way. @throws TryLaterError (503) beyond capacity */
  async enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.arriving.delete(request)) return;
    if (this.isFull) {
      this.queue.turnedAway();
      throw new TryLaterError('overloaded', overloaded(this.places.count), RETRY_AFTER_S);
    }
    await new Promise<void>((resolve) => this.givePlace(response, resolve));
  }

  private get isFull(): boolean {
    return this.queue.size >= this.places.count;
  }

  private sweep(): void {
    this.arrivals.sweep();
    this.connections.sweep();
  }

  private take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { socket } = request;
    this.connections.began(request, response);
    // One listener for both: a streamed response has room for few.
    response.once('close', () => {
      this.connections.ended(socket, response);
      this.leave(response);
    });
    if (isFree(request)) {
      handler(request, response);
      return;
    }
    if (!hasBody(request)) {
      this.admit(request, response, handler);
      return;
    }
    // Most bodies come with their heads, and are read by the parser once this call has returned.
    process.nextTick(() => {
      if (request.complete || this.isFull) this.admit(request, response, handler);
      else {
        // A stream is the work itself, and `arrivals` bounds it; any other body must be here before its request takes a place.
        if (!isStreamed(request)) this.arriving.add(request);
        handler(request, response);
      }
    });
  }

  private admit(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    if (this.isFull) {
      this.queue.turnedAway();
      refuse(request, response, this.places.count, this.watch?.origins ?? []);
      this.watch?.onRefused(request);
      return;
    }
    this.givePlace(response, () => handler(request, response));
  }

  private givePlace(response: ServerResponse, begin: () => void): void {
    // The work is over when the answer is complete, however long its client takes to read it.
    response.once('prefinish', () => this.leave(response));
    this.queue.add(response, begin);
  }

  private leave(response: ServerResponse): void {
    if (this.queue.remove(response)) this.places.answered(this.queue.size);
  }
}

/** Lets each request whose body has come wait for its place. Before any hook that begins to work. */
export function waitForPlaces(fastify: FastifyInstance, admission: LoadShedder): void {
  fastify.addHook('preValidation', async (request, reply) => admission.enter(request.raw, reply.raw));
}
