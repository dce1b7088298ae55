import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import { DomainError } from '../domain/domain-error.js';
import { keyOf } from './request-key.js';

/** Probes are never limited: the one who restarts the service must not be told to wait. */
const EXEMPT = new Set(['/health', '/health/live', '/health/ready']);

/** Requests a minute for each key, or for each address without one. */
export function rateLimitOptions(perMinute: number): RateLimitPluginOptions {
  return {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => keyOf(request) ?? request.ip,
    allowList: (request) => EXEMPT.has(request.url.split('?')[0] ?? ''),
    errorResponseBuilder: (_request, context) =>
      new DomainError(
        'rate-limited',
        'rate-limited',
        `More than ${context.max} requests a minute; wait ${context.after} and try again.`,
      ),
  };
}
