import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../domain/client-network.js';
import type { MonotonicClock } from '../domain/clock.js';
import { DomainError } from '../domain/domain-error.js';
import { WindowCounts } from '../domain/window-counts.js';
import { keyOf } from './request-key.js';

/** Probes are never limited: whatever restarts the service must not have to wait. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/health/live', '/health/ready']);
const UNAUTHORISED = 401;
const MINUTE_MS = 60_000;

/** What the limit has to know of keys. */
export interface LimitedKeys {
  /** Whether requests need a key. */
  readonly isRequired: boolean;
  /** Whether a key was found valid before; never slow. */
  isKnown(secret: string): boolean;
  /** The prefix of a secret when a key has it, so that the secret may be valid; never slow. */
  prefixInUse(secret: string): Promise<string | undefined>;
}

export interface AddressLimit {
  readonly perMinute: number;
  readonly keys: LimitedKeys;
  readonly clock: MonotonicClock;
}

/**
 * The client of a request: behind trusted proxies the address that the last of them saw. Where that is no address, the nearest hop that
 * is one.
 */
export function clientOf(request: FastifyRequest): string {
  const hops = request.ips ?? [request.ip];
  return hops.map(clientNetwork).findLast((network) => network !== undefined) ?? 'unknown';
}

/** Until a window ends. */
function secondsOf(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000));
}

function refusal(reply: FastifyReply, what: string, seconds: number): DomainError {
  void reply.header('retry-after', String(seconds));
  return new DomainError('rate-limited', 'rate-limited', `${what}; wait ${seconds} seconds and try again.`);
}

/** Every request of a client counts. */
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
 * Only keys that turn out not to be valid count. After too many of them a client's keys are refused before their slow check, unless a
 * key has that prefix: a key that is valid is never refused because of its address, not even at its first use.
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
    // Counted before the check, so that guesses that come at once count as well.
    counts.add(name, MINUTE_MS);
    counted.set(request, { name, secret });
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const guess = counted.get(request);
    // A probe with a wrong key is answered like one without: whether the key was right shows in whether it is known now.
    const isWrong =
      reply.statusCode === UNAUTHORISED ||
      (guess !== undefined && PROBES.has(request.routeOptions.url) && !keys.isKnown(guess.secret));
    if (guess !== undefined && !isWrong) counts.subtract(guess.name);
    done();
  });
}

/**
 * Requests a minute for each address: all of them without authentication, those with keys that are not known with it. Known keys have a
 * limit each (`RateLimitGuard`). It is a hook and not a guard: it comes before the body is read and before the slow check of a key.
 */
export function limitAddresses(fastify: FastifyInstance, limit: AddressLimit): void {
  const counts = new WindowCounts(limit.clock);
  if (limit.keys.isRequired) limitGuesses(fastify, limit, counts);
  else limitRequests(fastify, limit.perMinute, counts);
}
