import { DEFAULT_TARGET_SCOPES, TargetHeader, TargetScope, TestTarget } from './test-target.js';

/** A header in its written form. */
export type HeaderRecord = string | { readonly secret: string; readonly prefix?: string | undefined };

/** A target in the form of the API contract: over HTTP, in `targets.json` and in the store. */
export interface TargetRecord {
  readonly name: string;
  readonly kind: TestTarget['kind'];
  readonly base_url: string;
  readonly model?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly request?:
    | {
        readonly method?: 'GET' | 'POST' | 'PUT' | undefined;
        readonly path?: string | undefined;
        readonly body?: unknown;
      }
    | undefined;
  readonly response?:
    | {
        readonly answer: string;
        readonly contexts?: string | undefined;
        readonly citations?: string | undefined;
        readonly conversation_id?: string | undefined;
        readonly input_tokens?: string | undefined;
        readonly output_tokens?: string | undefined;
        readonly cost_usd?: string | undefined;
      }
    | undefined;
  readonly stream?: 'sse' | 'ndjson' | undefined;
  readonly timeout_ms?: number | undefined;
  readonly price?: { readonly input_usd: number; readonly output_usd: number } | undefined;
  readonly concurrency?: number | undefined;
  readonly scopes?: readonly TargetScope[] | undefined;
}

/** Whether a value is a header: a text, or the name of a variable with an optional text before it. */
export function isHeaderRecord(value: unknown): value is HeaderRecord {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || !('secret' in value) || typeof value.secret !== 'string')
    return false;
  if ('prefix' in value && typeof value.prefix !== 'string') return false;
  return Object.keys(value).every((name) => name === 'secret' || name === 'prefix');
}

function headersFrom(record: TargetRecord['headers']): Record<string, TargetHeader> {
  const headers: [string, TargetHeader][] = [];
  for (const [name, value] of Object.entries(record ?? {}))
    if (isHeaderRecord(value))
      headers.push([name, typeof value === 'string' ? value : { secret: value.secret, prefix: value.prefix ?? '' }]);
  return Object.fromEntries(headers);
}

/** A record with a valid shape and every default filled in. */
export function toTarget(record: TargetRecord): TestTarget {
  const { request, response } = record;
  return {
    name: record.name,
    kind: record.kind,
    baseUrl: record.base_url,
    model: record.model,
    headers: headersFrom(record.headers),
    request: request && { method: request.method ?? 'POST', path: request.path ?? '/', body: request.body },
    response: response && {
      answer: response.answer,
      contexts: response.contexts,
      citations: response.citations,
      conversationId: response.conversation_id,
      inputTokens: response.input_tokens,
      outputTokens: response.output_tokens,
      costUsd: response.cost_usd,
    },
    stream: record.stream,
    timeoutMs: record.timeout_ms,
    ...(record.price === undefined
      ? {}
      : { price: { inputUsd: record.price.input_usd, outputUsd: record.price.output_usd } }),
    concurrency: record.concurrency,
    scopes: record.scopes ?? DEFAULT_TARGET_SCOPES,
  };
}

/** The record of a target; members without a value disappear in JSON. */
export function toRecord({ response, ...target }: TestTarget): TargetRecord {
  return {
    name: target.name,
    kind: target.kind,
    base_url: target.baseUrl,
    model: target.model,
    headers: Object.keys(target.headers).length === 0 ? undefined : target.headers,
    request: target.request,
    response: response && {
      answer: response.answer,
      contexts: response.contexts,
      citations: response.citations,
      conversation_id: response.conversationId,
      input_tokens: response.inputTokens,
      output_tokens: response.outputTokens,
      cost_usd: response.costUsd,
    },
    stream: target.stream,
    timeout_ms: target.timeoutMs,
    price: target.price && { input_usd: target.price.inputUsd, output_usd: target.price.outputUsd },
    concurrency: target.concurrency,
    scopes: target.scopes,
  };
}
