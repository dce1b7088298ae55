import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../domain/client-network.js';
import type { MonotonicClock } from '../domain/clock.js';
import { DomainError } from '../domain/domain-error.js';
import { WindowCounts } from '../domain/window-counts.js';
import { keyOf } from './request-id.js';

/** Health probes are never limited: a supervisor must not wait. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/health/live', '/health/ready']);
const UNAUTHORISED = 401;
const MINUTE_MS = 60_000;

/** Information about keys for the rate limit. */
export interface LimitedKeys {
  /** Whether requests need a key. */
  readonly isRequired: boolean;
  /** Whether the key is in the cache of valid keys; fast. */
  isKnown(secret: string): boolean;
  /** The prefix of a secret if a key has this prefix, so that the secret may be valid; fast. */
  prefixInUse(secret: string): Promise<string | undefined>;
}

export interface AddressLimit {
  readonly perMinute: number;
  readonly keys: LimitedKeys;
  readonly clock: MonotonicClock;
}

/**
 * Returns the client of a request: with trusted proxies, the address that the last of them reports. If that is not an address, the nearest
 * hop that is one.
 */
export function clientOf(request: FastifyRequest): string {
  const hops = request.ips ?? [request.ip];
  return hops.map(clientNetwork).findLast((network) => network !== undefined) ?? 'unknown';
}

/** Seconds until a window ends. */
function secondsOf(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000));
}

function refusal(reply: FastifyReply, what: string, seconds: number): DomainError {
  void reply.header('retry-after', String(seconds));
  return new DomainError('rate-limited', 'rate-limited', `${what}; wait ${seconds} seconds and try again.`);
}

/** Limit on all requests of a client. */
function limitRequests(fastify: FastifyInstance, perMinute: number, counts: WindowCounts): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.routeOptions.url)) {
      done();
      return;
    }
    const { hits, leftMs } = counts.add(clientOf(request), MINUTE_MS);
    const seconds = secondsOf(leftMs);
    void reply.headers({
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(Math.max(0, perMinute - hits)),
      'x-ratelimit-reset': String(seconds),
    });
    if (hits > perMinute) done(refusal(reply, `More than ${perMinute} requests a minute`, seconds));
    else done();
  });
}

/**
 * Limit on invalid keys only. Beyond it a client's keys are refused before their slow check, unless a key with that prefix exists: a valid
 * key is never refused because of its address, not even at its first use.
 */
function limitGuesses(fastify: FastifyInstance, { perMinute, keys }: AddressLimit, counts: WindowCounts): void {
  const isFull = (name: string) => counts.read(name).hits >= perMinute;
  const counted = new WeakMap<FastifyRequest, { readonly name: string; readonly secret: string }>();
  fastify.addHook('onRequest', async (request, reply) => {
    const secret = keyOf(request);
    if (secret === undefined || keys.isKnown(secret)) return;
    const client = clientOf(request);
    const prefix = isFull(client) ? await keys.prefixInUse(secret) : undefined;
    const name = prefix === undefined ? client : `${client} ${prefix}`;
    if (isFull(name))
      throw refusal(
        reply,
        `More than ${perMinute} keys a minute that are not known`,
        secondsOf(counts.read(name).leftMs),
      );
    // Count before the check, so that concurrent guesses count too.
    counts.add(name, MINUTE_MS);
    counted.set(request, { name, secret });
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const guess = counted.get(request);
    // A probe with a wrong key gets the same answer as one without a key, so check whether the key is cached as valid now.
    const isWrong =
      reply.statusCode === UNAUTHORISED ||
      (guess !== undefined && PROBES.has(request.routeOptions.url) && !keys.isKnown(guess.secret));
    if (guess !== undefined && !isWrong) counts.subtract(guess.name);
    done();
  });
}

/**
 * Limits requests per minute and address: all requests without authentication, and requests with unknown keys otherwise. Each known key has
 * its own limit (`RateLimitGuard`). It is a hook, not a guard, so that it runs before the body is read and before the slow check of a key.
 */
export function limitAddresses(fastify: FastifyInstance, limit: AddressLimit): void {
  const counts = new WindowCounts(limit.clock);
  if (limit.keys.isRequired) limitGuesses(fastify, limit, counts);
  else limitRequests(fastify, limit.perMinute, counts);
}
