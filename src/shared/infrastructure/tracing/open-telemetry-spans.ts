import { SpanAttributes, Spans } from '../../domain/spans.js';
import { inSpan } from './active-span.js';

/** Spans of the OpenTelemetry API. */
export class OpenTelemetrySpans extends Spans {
  within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return inSpan(name, { attributes }, work);
  }
}
