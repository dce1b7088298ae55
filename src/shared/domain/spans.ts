/** What a span says of its work. Never a question's or a document's text: traces leave the machine. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Port: the parts of a request as spans of a distributed trace. */
export abstract class Spans {
  /** Does the work as a part of the trace that is going on; an error marks its span and goes on to the caller. */
  abstract within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
}

/** Traces nothing. */
export class NoSpans extends Spans {
  within<T>(_name: string, _attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
