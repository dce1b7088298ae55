import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { CapacityBounds } from '../../domain/capacity.js';
import { TryLaterError } from '../../domain/domain-error.js';
import { BEGIN_RULES, StartQueue, BeginRules } from './start-queue.js';
import { ARRIVAL_RULES, ArrivalRules, BodyArrivals } from '../body-arrivals.js';
import { CONNECTION_RULES, ConnectionRules, Connections } from '../connections.js';
import { AdaptiveConcurrencyLimit } from './adaptive-concurrency-limit.js';
import { openAiError } from '../openai-error.js';
import { problem, PROBLEM_TYPE } from '../problem.filter.js';
import { hasBody, isStreamed } from '../request-bodies.js';
import { requestId } from '../request-id.js';

/** Limits of admitted requests, and rules for their start. */
export interface LoadLimits {
  readonly bounds: CapacityBounds;
  readonly begin: BeginRules;
  /** Milliseconds within which the head of a request must arrive. */
  readonly headMs: number;
  readonly arrivals: ArrivalRules;
  readonly connections: ConnectionRules;
}

/** Measurements for the load shedder, and its callbacks. */
export interface LoadObserver {
  /** Creates a meter: utilisation of the busiest thread since the meter's previous call, 0..1. */
  readonly meter: () => () => number;
  /** Length of the longest queue of calls of a thread. */
  readonly callsWaiting: () => number;
  readonly onRefused: (request: IncomingMessage) => void;
  /** Origins of pages that may read the refusal. */
  readonly origins: readonly string[];
}

/**
 * Admits only as many requests as can finish within 2 s, half the 4 s deadline. The floor guarantees a hundred on any machine: those that
 * cannot run yet wait before their deadline starts.
 */
export const ADMISSION_LIMITS: LoadLimits = {
  bounds: { floor: 100, ceiling: 256, finishWithinS: 2 },
  begin: BEGIN_RULES,
  headMs: 10_000,
  arrivals: ARRIVAL_RULES,
  connections: CONNECTION_RULES,
};
const RETRY_AFTER_S = 1;
/** Interval of the check for slow heads, bodies and answers. */
const SWEEP_MS = 1_000;
const STATUS = 503;

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/**
 * Probes must see the real state. The progress of a session is a stream that lasts until the end of the session and costs almost nothing.
 */
function isFree(request: IncomingMessage): boolean {
  const path = pathOf(request);
  return path.startsWith('/health') || path === '/metrics' || /^\/test-sessions\/[^/]+\/events$/u.test(path);
}

function overloaded(places: number): string {
  return `${places} requests are being answered, which is all that this server takes at a time: try again in ${RETRY_AFTER_S} s.`;
}

/**
 * Refuses a request before the framework receives it, since a refusal must be cheap when hundreds arrive together. It has the form of every
 * other refusal.
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
 * Runs before the framework. It refuses requests beyond capacity at once, with 503 and Retry-After, and reads only their heads: an
 * unbounded queue would delay every answer beyond its deadline. Capacity follows the measured throughput of the machine. Slow clients take
 * no capacity while they send a head or a body, or read an answer.
 */
export class LoadShedder {
  private watch: LoadObserver | undefined;
  private queue: StartQueue<ServerResponse>;
  private places: AdaptiveConcurrencyLimit;
  private readonly connections: Connections;
  /** Requests that are not admitted yet, since their bodies are being received. */
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

  /** Connects the measurements and the callback for refusals; before, only the floor applies. */
  follow(watch: LoadObserver): void {
    this.watch = watch;
    this.queue = new StartQueue(this.limits.begin, { busyShare: watch.meter(), callsWaiting: watch.callsWaiting });
    this.places = new AdaptiveConcurrencyLimit(this.limits.bounds, watch.meter());
  }

  /** The server of the framework (Fastify's `serverFactory`), with the limits that the framework sets on its own server. */
  readonly serve = (handler: Handler, options: Served): Server => {
    const timed = {
      ...options,
      // The guard of all routes refuses a request without Host, in the form of every other refusal.
      requireHostHeader: false,
      headersTimeout: this.limits.headMs,
      connectionsCheckingInterval: SWEEP_MS,
    };
    const server = createServer(timed, (request, response) => this.take(request, response, handler));
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    // `arrivals` limits the time of a body: this limit of Node would end streams that may take hours.
    server.requestTimeout = 0;
    this.connections.follow(server);
    const sweeps = setInterval(() => this.sweep(), SWEEP_MS).unref();
    server.once('close', () => clearInterval(sweeps));
    return server;
  };

  /** Admits a request after its body has arrived, and waits for its start. @throws TryLaterError (503) beyond capacity */
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
    // One listener for both, since a streamed response allows few listeners.
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
    // Most bodies arrive with their heads; the parser reads them after this call returns.
    process.nextTick(() => {
      if (request.complete || this.isFull) this.admit(request, response, handler);
      else {
        // A stream is part of the work, and `arrivals` bounds it; any other body must arrive before its request is admitted.
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
    // The work ends when the answer is complete, even if its client reads it slowly.
    response.once('prefinish', () => this.leave(response));
    this.queue.add(response, begin);
  }

  private leave(response: ServerResponse): void {
    if (this.queue.remove(response)) this.places.answered(this.queue.size);
  }
}

/** Admits each request after its body has arrived. Register it before any hook that starts work. */
export function waitForPlaces(fastify: FastifyInstance, admission: LoadShedder): void {
  fastify.addHook('preValidation', async (request, reply) => admission.enter(request.raw, reply.raw));
}
