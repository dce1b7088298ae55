import { context, propagation, type Span, type SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SpanAttributes } from '../../domain/spans.js';

/** Name under which the spans of this program stand (instrumentation scope). */
export const SCOPE = 'touchstone';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes: SpanAttributes;
}

/**
 * Does the work inside of a span below the one that is going on. Where no tracing was started the interface of OpenTelemetry does nothing.
 * @throws what the work throws; the span is marked with its name
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer(SCOPE).startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // A message may repeat what was asked; a name does not.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Headers by which another server continues the trace that is going on (W3C Trace Context); none where nothing is traced. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
