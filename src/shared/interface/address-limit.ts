import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../domain/client-network.js';
import type { MonotonicClock } from '../domain/clock.js';
import { DomainError } from '../domain/domain-error.js';
import { AddressCounts } from './address-counts.js';
import { keyOf } from './request-key.js';

/** Probes are never limited: whatever restarts the service must not have to wait. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/health/live', '/health/ready']);
const UNAUTHORISED = 401;

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

function refusal(reply: FastifyReply, what: string, seconds: number): DomainError {
  void reply.header('retry-after', String(seconds));
  return new DomainError('rate-limited', 'rate-limited', `${what}; wait ${seconds} seconds and try again.`);
}

/** Every request of a client counts. */
function limitRequests(fastify: FastifyInstance, counts: AddressCounts): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.routeOptions.url)) {
      done();
      return;
    }
    const client = clientOf(request);
    const hits = counts.add(client);
    const seconds = counts.secondsLeft(client);
    void reply.headers({
      'x-ratelimit-limit': String(counts.limit),
      'x-ratelimit-remaining': String(Math.max(0, counts.limit - hits)),
      'x-ratelimit-reset': String(seconds),
    });
    if (hits > counts.limit) done(refusal(reply, `More than ${counts.limit} requests a minute`, seconds));
    else done();
  });
}

/**
 * Only keys that turn out not to be valid count. After too many of them a client's keys are refused before their slow check, unless a
 * key has that prefix: a key that is valid is never refused because of its address, not even at its first use.
 */
function limitGuesses(fastify: FastifyInstance, keys: LimitedKeys, counts: AddressCounts): void {
  const counted = new WeakMap<FastifyRequest, { readonly name: string; readonly secret: string }>();
  fastify.addHook('onRequest', async (request, reply) => {
    const secret = keyOf(request);
    if (secret === undefined || keys.isKnown(secret)) return;
    const client = clientOf(request);
    const prefix = counts.isFull(client) ? await keys.prefixInUse(secret) : undefined;
    const name = prefix === undefined ? client : `${client} ${prefix}`;
    if (counts.isFull(name))
      throw refusal(reply, `More than ${counts.limit} keys a minute that are not known`, counts.secondsLeft(name));
    // Counted before the check, so that guesses that come at once count as well.
    counts.add(name);
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
export function limitAddresses(fastify: FastifyInstance, { perMinute, keys, clock }: AddressLimit): void {
  const counts = new AddressCounts(perMinute, clock);
  if (keys.isRequired) limitGuesses(fastify, keys, counts);
  else limitRequests(fastify, counts);
}
