import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { SCOPE } from './active-span.js';

const FAULT = 500;

/** Creates a span for each request, as a child of its `traceparent`. Runs after the body is read. */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, reply, done) => {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const route = request.routeOptions.url ?? '*';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'touchstone.request_id': request.id,
    };
    const kind = SpanKind.SERVER;
    const span = trace.getTracer(SCOPE).startSpan(`${request.method} ${route}`, { kind, attributes }, parent);
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), done);
  });
}
