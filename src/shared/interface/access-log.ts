import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Histogram, Registry } from 'prom-client';
import { onResponseClose } from './on-response-close.js';
import { RequestStatistics } from '../domain/latency-window.js';

/** Histogram buckets in seconds, from a cached page to the deadline of the pipeline. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8];

/** Status of a request whose client disconnected before the answer started. */
const CLIENT_GONE = 499;

/** Interval of the log line that counts refusals, since they come by the hundred. */
const REFUSALS_TOLD_MS = 1_000;

/**
 * Writes one log line and one measurement per request; the answer contains the request id.
 * @returns a function that counts a request that was refused before the framework received it
 */
export function registerAccessLog(
  app: NestFastifyApplication,
  logger: Logger,
): (request: Pick<IncomingMessage, 'method'>) => void {
  const registry = app.get(Registry, { strict: false });
  const statistics = app.get(RequestStatistics, { strict: false });
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'touchstone_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'touchstone_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames,
    buckets: BUCKETS,
    registers: [registry],
  });
  const record = (request: FastifyRequest, status: number, tookMs: number): void => {
    // The route's pattern, never its URL: each id would create a new time series.
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(status) };
    requests.inc(labels);
    durations.observe(labels, tookMs / 1000);
    statistics.record(tookMs);
    // A briefly locked store is not an error of the server.
    const level = status === 503 ? 'warn' : status >= 500 ? 'error' : route.startsWith('/health/') ? 'debug' : 'info';
    logger[level](
      { request_id: request.id, method: request.method, route, status, took_ms: Math.round(tookMs * 10) / 10 },
      'request',
    );
  };
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    // If a client disconnects, its response closes unfinished and onResponse is not called.
    onResponseClose(reply, (isFinished) => {
      if (!isFinished) record(request, reply.raw.headersSent ? reply.statusCode : CLIENT_GONE, reply.elapsedTime);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.writableFinished) record(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  let refused = 0;
  return ({ method = '' }) => {
    requests.inc({ method, route: 'none', status: '503' });
    if (refused++ > 0) return;
    setTimeout(() => {
      logger.warn({ refused }, 'requests beyond capacity were refused');
      refused = 0;
    }, REFUSALS_TOLD_MS).unref();
  };
}
