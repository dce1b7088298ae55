import { context, propagation, type Span, type SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SpanAttributes } from '../../domain/spans.js';

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
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
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
