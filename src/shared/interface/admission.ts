import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { CapacityBounds } from '../domain/capacity.js';
import { BEGIN_RULES, BeginQueue, BeginRules } from './begin-queue.js';
import { MeasuredPlaces } from './measured-places.js';
import { openAiError } from './openai-error.js';
import { problem, PROBLEM_TYPE } from './problem.filter.js';
import { requestId } from './request-id.js';

/** How many requests are let in, and when they begin. */
export interface AdmissionLimits {
  readonly bounds: CapacityBounds;
  readonly begin: BeginRules;
}

/** What the admission sees of its surroundings, and what they hear of it. */
export interface AdmissionWatch {
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
export const ADMISSION_LIMITS: AdmissionLimits = {
  bounds: { floor: 100, ceiling: 256, finishWithinS: 2 },
  begin: BEGIN_RULES,
};
const RETRY_AFTER_S = 1;
const STATUS = 503;

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** Probes must be told the truth; a session's progress is a stream that lasts for as long as the session and costs nothing. */
function isFree(request: IncomingMessage): boolean {
  const path = pathOf(request);
  return path.startsWith('/health') || path === '/metrics' || /^\/test-sessions\/[^/]+\/events$/u.test(path);
}

/**
 * Answers at once, before the framework sees the request: a refusal must cost little where hundreds come together. It has the form of
 * every other refusal.
 */
function refuse(request: IncomingMessage, response: ServerResponse, places: number, origins: readonly string[]): void {
  const id = requestId(request);
  const message = `${places} requests are being answered, which is all that this server takes at a time: try again in ${RETRY_AFTER_S} s.`;
  const answer = problem(STATUS, 'overloaded', message, { instance: pathOf(request), requestId: id });
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
 */
export class Admission {
  private watch: AdmissionWatch | undefined;
  private queue: BeginQueue<ServerResponse>;
  private places: MeasuredPlaces;

  constructor(private readonly limits: AdmissionLimits = ADMISSION_LIMITS) {
    this.queue = new BeginQueue(limits.begin, { busyShare: () => 0, callsWaiting: () => 0 });
    this.places = new MeasuredPlaces(limits.bounds, () => 0);
  }

  /** From now on it measures, and tells what it refuses; before it counts alone. */
  follow(watch: AdmissionWatch): void {
    this.watch = watch;
    this.queue = new BeginQueue(this.limits.begin, { busyShare: watch.meter(), callsWaiting: watch.callsWaiting });
    this.places = new MeasuredPlaces(this.limits.bounds, watch.meter());
  }

  /** The server of the framework (Fastify's `serverFactory`), with the limits that it sets on a server of its own. */
  readonly serve = (handler: Handler, options: Served): Server => {
    // A request without Host is refused by the guard of all routes, in the form of every other refusal.
    const server = createServer({ ...options, requireHostHeader: false }, (request, response) =>
      this.take(request, response, handler),
    );
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };

  private take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { queue, places } = this;
    if (isFree(request)) {
      handler(request, response);
      return;
    }
    if (queue.size >= places.count) {
      queue.turnedAway();
      refuse(request, response, places.count, this.watch?.origins ?? []);
      this.watch?.onRefused(request);
      return;
    }
    response.once('close', () => this.leave(response));
    queue.add(response, () => handler(request, response));
  }

  private leave(response: ServerResponse): void {
    if (this.queue.remove(response)) this.places.answered(this.queue.size);
  }
}
