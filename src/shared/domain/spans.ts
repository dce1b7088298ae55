/** Attributes of a span. Texts of questions, documents and answers only where `Spans.hasContent` allows them. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has not ended. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Records an event of this moment. */
  event(name: string, attributes: SpanAttributes): void;
}

/**
 * What a part of a question is, by the names of OpenInference: Langfuse and Phoenix read the kind, the conversation and the cost only there.
 * The GenAI conventions have no value for a workflow, and what receives them gives no kind to a retrieval.
 */
export const CHAIN: SpanAttributes = { 'openinference.span.kind': 'CHAIN' };
export const RETRIEVER: SpanAttributes = { 'openinference.span.kind': 'RETRIEVER' };

/** Port: the parts of a request as spans of a distributed trace. Their names are those of OpenTelemetry's conventions. */
export abstract class Spans {
  /** Whether texts of questions, documents and answers may be sent: traces go to another machine. */
  abstract readonly hasContent: boolean;
  /**
   * Runs the work in a span of the current trace. An error marks the span and is rethrown.
   * @param kind `client` for a request to a service of its own, such as a search
   */
  abstract within<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
    kind?: 'client' | 'internal',
  ): Promise<T>;
}

const NO_SPAN: OpenSpan = { set: () => undefined, event: () => undefined };

/** Traces nothing. */
export class NoSpans extends Spans {
  readonly hasContent = false;

  within<T>(_name: string, _attributes: SpanAttributes, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    return work(NO_SPAN);
  }
}

/**
 * Messages in the form of the attributes `gen_ai.input.messages` and `gen_ai.output.messages`: JSON, since a span takes no objects.
 * @param finishReason why the answer ended; only for answers
 */
export function messageAttribute(role: 'user' | 'assistant', content: string, finishReason?: string): string {
  const message = { role, parts: [{ type: 'text', content }] };
  return JSON.stringify([finishReason === undefined ? message : { ...message, finish_reason: finishReason }]);
}

/** The result of an evaluation of an answer. */
export interface Evaluation {
  /** What was measured. */
  readonly name: string;
  /** Absent if it was not measured: a constant in place of a measurement would be averaged. */
  readonly value?: number | undefined;
  readonly label?: string | undefined;
  /** Contains words of the answer. */
  readonly explanation?: string | undefined;
}

/** Records the event `gen_ai.evaluation.result`; its explanation only with `hasContent`. */
export function recordEvaluation(span: OpenSpan, evaluation: Evaluation, hasContent: boolean): void {
  const { name, value, label, explanation } = evaluation;
  span.event('gen_ai.evaluation.result', {
    'gen_ai.evaluation.name': name,
    ...(value === undefined ? {} : { 'gen_ai.evaluation.score.value': value }),
    ...(label === undefined ? {} : { 'gen_ai.evaluation.score.label': label }),
    ...(explanation === undefined || !hasContent ? {} : { 'gen_ai.evaluation.explanation': explanation }),
  });
}
