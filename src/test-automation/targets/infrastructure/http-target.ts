import { z } from 'zod';
import { fillPath, fillTemplate, TemplateValues } from '../domain/fill-template.js';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion, TargetSource } from '../../domain/rag-target.js';
import { TargetRequest, TargetResponse } from '../domain/test-target.js';
import { askServer, HttpTargetSettings, parsedAnswer } from './target-http.js';
import { JsonPaths, streamedEvents } from '../domain/json-value.js';

export interface HttpTargetTemplates {
  readonly request: TargetRequest;
  readonly response: TargetResponse;
  readonly stream: 'sse' | 'ndjson' | undefined;
  readonly model: string | undefined;
}

/** Names of the parts of a source in the answers of servers; the first match counts. */
const text = z.string().optional().catch(undefined);
const sourceSchema = z.object({
  document_id: text,
  doc_id: text,
  id: text,
  url: text,
  source: text,
  chunk_id: text,
  title: text,
  quote: text,
  text,
  content: text,
  page_content: text,
});

function sourceOf(value: unknown): TargetSource[] {
  if (typeof value === 'string') {
    const isAddress = /^https?:\/\//u.test(value);
    return [
      {
        documentId: isAddress ? value : '',
        chunkId: null,
        title: isAddress ? value : '',
        quote: isAddress ? '' : value,
        start: null,
        end: null,
      },
    ];
  }
  const { data } = sourceSchema.safeParse(value);
  if (data === undefined) return [];
  return [
    {
      documentId: data.document_id ?? data.doc_id ?? data.id ?? data.url ?? data.source ?? '',
      chunkId: data.chunk_id ?? null,
      title: data.title ?? data.url ?? data.source ?? '',
      quote: data.quote ?? data.text ?? data.content ?? data.page_content ?? '',
      start: null,
      end: null,
    },
  ];
}

/** Values of the placeholders of a template for a question. */
function valuesOf(question: TargetQuestion, model: string | undefined): TemplateValues {
  const history = question.history.flatMap((turn) => [
    { role: 'user', content: turn.question },
    { role: 'assistant', content: turn.answer },
  ]);
  return {
    question: question.message,
    history,
    messages: [...history, { role: 'user', content: question.message }],
    conversation_id: question.conversationId ?? null,
    model: model ?? null,
  };
}

/** The texts of a value; a JSONPath may give several. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((part): part is string => typeof part === 'string');

/** Any server over HTTP: templates of an administrator define its request and the paths of its answer. */
export class HttpTarget extends RagTarget {
  readonly kind = 'http';

  constructor(
    private readonly settings: HttpTargetSettings,
    private readonly templates: HttpTargetTemplates,
    private readonly paths: JsonPaths,
  ) {
    super();
  }

  /** The value of the last event that has one at the path. */
  private lastAt(events: readonly unknown[], path: string | undefined): unknown {
    if (path === undefined) return undefined;
    const values = events.map((event) => this.paths.valueAt(event, path));
    return values.findLast((value) => value !== undefined && value !== null);
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const { request, response, stream, model } = this.templates;
    const values = valuesOf(question, model);
    const body = request.body === undefined ? undefined : fillTemplate(request.body, values);
    const path = fillPath(request.path, values);
    const received = await askServer(this.settings, { method: request.method, path, body }, signal);
    const events = stream === undefined ? [parsedAnswer(received)] : streamedEvents(received, stream);
    const parts = events.flatMap((event) => textsOf(this.paths.valueAt(event, response.answer)));
    if (parts.length === 0) throw new TargetError(`the target's answer has no text at '${response.answer}'`);
    const lists = [this.lastAt(events, response.citations), this.lastAt(events, response.contexts)];
    const conversationId = this.lastAt(events, response.conversationId);
    return {
      text: parts.join(''),
      sources: lists.flatMap((list) => (Array.isArray(list) ? list.flatMap(sourceOf) : [])),
      abstained: false,
      confidence: null,
      conversationId: typeof conversationId === 'string' ? conversationId : null,
      traceId: null,
      events: [],
      understood: { intent: null, question: null },
      degraded: [],
      costUsd: amountOf(this.lastAt(events, response.costUsd)),
      tokens: {
        input: countOf(this.lastAt(events, response.inputTokens)),
        output: countOf(this.lastAt(events, response.outputTokens)),
      },
      tookMs: performance.now() - started,
    };
  }
}

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
