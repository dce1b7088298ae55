import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CapacityBounds, placesAt, Rate, nextRate } from '../domain/capacity.js';
import { BEGIN_RULES, BeginQueue, BeginRules } from './begin-queue.js';
import { openAiError } from './openai-error.js';
import { problem, PROBLEM_TYPE, problemPlace } from './problem.filter.js';
import { whenClosed } from './when-closed.js';

/** How many requests are let in, and when they begin. */
export interface AdmissionLimits {
  readonly bounds: CapacityBounds;
  readonly begin: BeginRules;
}

/** What the admission sees of its surroundings, and what they hear of it. */
export interface AdmissionWatch {
  /** Gives a new meter: how busy the busiest thread was since its last call, 0..1. */
  readonly meter: () => () => number;
  readonly onRefused: (request: FastifyRequest, status: number, tookMs: number) => void;
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

/** A window of measurement ends when it has so many answers and is so long, or at the latest after so long. */
const WINDOW_ANSWERS = 16;
const WINDOW_MS = 250;
const LONGEST_WINDOW_MS = 2_000;

/** Probes must be told the truth; a session's progress is a stream that lasts for as long as the session and costs nothing. */
function isFree({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return path.startsWith('/health') || path === '/metrics' || /^\/test-sessions\/[^/]+\/events$/u.test(path);
}

/**
 * Answers at once, past the framework's handling of errors: a refusal must cost little where hundreds come together. It has the form and
 * the headers of every other refusal.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, places: number): void {
  const message = `${places} requests are being answered, which is all that this server takes at a time: try again in ${RETRY_AFTER_S} s.`;
  const answer = problem(STATUS, 'overloaded', message, problemPlace(request));
  const forOpenAi = openAiError(answer);
  const body = JSON.stringify(forOpenAi === undefined ? answer : { ...answer, error: forOpenAi });
  const own = { 'content-type': PROBLEM_TYPE, 'content-length': Buffer.byteLength(body), 'retry-after': RETRY_AFTER_S };
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...own }))
    if (value !== undefined) raw.setHeader(name, value);
  raw.statusCode = STATUS;
  raw.end(body);
}

/** Measures how fast requests are answered, between one answer and another, and how many places that makes. */
class MeasuredPlaces {
  private rate: Rate;
  private window: { readonly sinceMs: number; answered: number; leastInside: number } | undefined;

  constructor(
    private readonly bounds: CapacityBounds,
    private readonly busyShare: () => number,
  ) {}

  get count(): number {
    return placesAt(this.rate, this.bounds);
  }

  /** @param inside requests that still have a place */
  answered(inside: number): void {
    const now = performance.now();
    const { window } = this;
    if (window === undefined) {
      this.open(now, inside);
      return;
    }
    window.answered++;
    window.leastInside = Math.min(window.leastInside, inside);
    const tookMs = now - window.sinceMs;
    if (tookMs < WINDOW_MS || (window.answered < WINDOW_ANSWERS && tookMs < LONGEST_WINDOW_MS)) return;
    const { answered, leastInside } = window;
    this.rate = nextRate(this.rate, { answered, leastInside, seconds: tookMs / 1000, busyShare: this.busyShare() });
    this.open(now, inside);
  }

  private open(sinceMs: number, inside: number): void {
    if (this.window === undefined) this.busyShare();
    this.window = { sinceMs, answered: 0, leastInside: inside };
  }
}

/**
 * Refuses what is beyond capacity at once, with 503 and Retry-After, before its body is read: a queue that grows would answer
 * everybody too late. Capacity follows the measured speed of the machine.
 * @param watch gives a meter of how busy the threads are, and is told what is refused
 */
export function limitAdmission(
  fastify: FastifyInstance,
  { meter, onRefused }: AdmissionWatch,
  { bounds, begin }: AdmissionLimits = ADMISSION_LIMITS,
): void {
  const queue = new BeginQueue<FastifyRequest>(begin, meter());
  const places = new MeasuredPlaces(bounds, meter());
  const turnAway = (...[request, reply, count]: Parameters<typeof refuse>): void => {
    refuse(request, reply, count);
    onRefused(request, STATUS, reply.elapsedTime);
  };
  const leave = (request: FastifyRequest): void => {
    if (!queue.remove(request)) return;
    places.answered(queue.size);
    queue.shrink(places.count);
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isFree(request)) {
      done();
      return;
    }
    const count = places.count;
    if (queue.size >= count) {
      queue.turnedAway();
      turnAway(request, reply, count);
      return;
    }
    whenClosed(reply, () => leave(request));
    queue.add(request, done, () => turnAway(request, reply, places.count));
  });
  // Requests that are handed in by a program of this process may have no end but this.
  fastify.addHook('onResponse', (request, _reply, done) => {
    leave(request);
    done();
  });
}
