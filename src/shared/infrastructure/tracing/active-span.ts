import { context, propagation, type Span, SpanKind, SpanStatusCode, trace, ROOT_CONTEXT } from '@opentelemetry/api';
import { OpenSpan, SpanAttributes, Spans } from '../../domain/spans.js';
import type { FastifyInstance } from 'fastify';

/** Instrumentation scope of the spans of this program. */
export const SCOPE = 'touchstone';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes: SpanAttributes;
}

/**
 * Runs the work in a child span of the current span. Without tracing the OpenTelemetry API does nothing.
 * @throws the error of the work; the span is marked with its name
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer(SCOPE).startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // An error message may contain the question; an error name does not.
      const type = error instanceof Error ? error.name : typeof error;
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: type });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the headers with which another server continues the current trace (W3C Trace Context); none without tracing. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Spans of the OpenTelemetry API. */
export class OpenTelemetrySpans extends Spans {
  constructor(readonly hasContent: boolean) {
    super();
  }

  within<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
    kind: 'client' | 'internal' = 'internal',
  ): Promise<T> {
    const options = { attributes, kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL };
    return inSpan(name, options, (span) =>
      work({
        set: (more) => span.setAttributes({ ...more }),
        event: (event, more) => span.addEvent(event, { ...more }),
      }),
    );
  }
}

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
