import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import { DomainError } from '../domain/domain-error.js';
import { MonotonicClock } from '../domain/clock.js';
import { addressCounts } from './address-counts.js';
import { keyOf } from './request-key.js';

/** Probes are never limited: the one who restarts the service must not be told to wait. */
const PROBES = new Set(['/health', '/health/live', '/health/ready']);

/**
 * Requests a minute for each address that shows no known key: everyone without authentication, else guessers. Known keys have a limit
 * each (`RateLimitGuard`, by @nestjs/throttler). A guard could not do this part: it comes after the body was read, and it would
 * have to check a key, which is slow on purpose, before it knows whom to count.
 * @param clock of the minutes
 * @param isKnown whether a key was found good before; never slow
 */
export function addressLimitOptions(
  perMinute: number,
  isKnown: (key: string) => boolean,
  clock: MonotonicClock,
): RateLimitPluginOptions {
  return {
    store: addressCounts(clock),
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
    allowList: (request) => {
      const key = keyOf(request);
      // A probe with a key asks for more than a probe, so that guessing there counts too.
      return key === undefined ? PROBES.has(request.url.split('?')[0] ?? '') : isKnown(key);
    },
    errorResponseBuilder: (_request, context) =>
      new DomainError(
        'rate-limited',
        'rate-limited',
        `More than ${context.max} requests a minute; wait ${context.after} and try again.`,
      ),
  };
}
