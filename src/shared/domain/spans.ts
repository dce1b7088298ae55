/** Attributes of a span. Never a question's or a document's text: traces are sent to another machine. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Port: the parts of a request as spans of a distributed trace. */
export abstract class Spans {
  /** Runs the work in a span of the current trace. An error marks the span and is rethrown. */
  abstract within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
}

/** Traces nothing. */
export class NoSpans extends Spans {
  within<T>(_name: string, _attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
