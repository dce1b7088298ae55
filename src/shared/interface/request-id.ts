import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const SAFE_ID = /^[\w.:@-]{1,128}$/;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** The caller's X-Request-Id if it is harmless, otherwise the trace id of `traceparent` (W3C Trace Context), otherwise a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && SAFE_ID.test(given)) return given;
  const parent = request.headers.traceparent;
  const trace = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined;
  return trace === undefined || /^0+$/.test(trace) ? randomUUID() : trace;
}

/** The key of a request: `X-API-Key`, or `Authorization: Bearer`. */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string') return header;
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
