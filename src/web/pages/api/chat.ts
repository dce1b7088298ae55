import { call, CallError, query, send } from './call.js';
import { events, type ServerEvent } from './events.js';
import { anything, flag, list, nullable, number, object, page, type Read, text } from './shape.js';

export const Source = object({
  n: number,
  doc_id: text,
  chunk_id: text,
  title: text,
  section: nullable(text),
  url: nullable(text),
  date: nullable(text),
  version: nullable(text),
  edition: nullable(object({ label: nullable(text), effective_from: nullable(text), effective_to: nullable(text) })),
  canonical_path: list(text),
  quote: text,
  start: number,
  end: number,
  corroborating: nullable(flag),
  page: nullable(number),
  box: nullable(list(number)),
  original_url: nullable(text),
});
export type Source = Read<typeof Source>;

export const Citation = object({ start: number, end: number, source_n: number });
export type Citation = Read<typeof Citation>;

const Nearest = object({ doc_id: text, chunk_id: text, title: text, section: nullable(text), url: nullable(text) });
export type Nearest = Read<typeof Nearest>;

export const Answer = object({
  response: text,
  conversation_id: text,
  sources: list(Source),
  citations: list(Citation),
  confidence: number,
  latency: number,
  metadata: object({
    intent: text,
    language: text,
    degraded: list(text),
    degraded_reasons: nullable(list(object({ part: text, message: text }))),
    abstained: flag,
    reply: nullable(text),
    needs_review: nullable(flag),
    nearest: nullable(list(Nearest)),
    calibrated_confidence: number,
    trace_id: text,
    completed_question: nullable(text),
    llm: object({ provider: text, model: text, cost_usd: nullable(number) }),
    fact_check: nullable(object({ claims: number, supported: number, passed: nullable(flag) })),
    cases: nullable(list(object({ case_id: text, similarity: number }))),
  }),
});
export type Answer = Read<typeof Answer>;

const TraceEvent = object({
  component: text,
  fired: flag,
  input: anything,
  output: anything,
  effect: text,
  took_ms: number,
});
export type TraceEvent = Read<typeof TraceEvent>;
const Trace = object({
  trace_id: text,
  configuration: nullable(object({ version: number, hash: text })),
  events: list(TraceEvent),
});
export type Trace = Read<typeof Trace>;

const Agent = object({ agent_id: text, name: text, allowed_category_paths: list(list(text)) });
export type Agent = Read<typeof Agent>;
const Agents = page(Agent);

const Suggested = object({ log_id: text, suggestions: list(object({ case_id: text })) });

/** Documents that a question is about; an empty value does not limit them. */
export interface Scope {
  readonly agentId: string;
  readonly categories: readonly (readonly string[])[];
  readonly asOf: string;
}

export interface Question extends Scope {
  readonly message: string;
  readonly conversationId: string | undefined;
  /** Passages to read; undefined is the default of the server. */
  readonly topK: number | undefined;
}

/** The events of a streamed answer. @throws CallError */
export function ask(question: Question, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const { message, conversationId, agentId, categories, asOf, topK } = question;
  return events('/chat/run', {
    body: {
      message,
      ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
      ...(agentId === '' ? {} : { agent_id: agentId }),
      ...(categories.length === 0 ? {} : { filters: { allowed_category_paths: categories } }),
      ...(asOf === '' ? {} : { as_of: asOf }),
      ...(topK === undefined ? {} : { top_k: topK }),
    },
    signal,
  });
}

export const readTrace = (traceId: string) => call(`/traces/${encodeURIComponent(traceId)}`, Trace);
export const readAgents = () => call('/agents?limit=500', Agents);
const Examples = object({ items: list(object({ question: text, language: text })) });
/** Questions that the service answered right on trial. */
export const readExamples = (language: string) => call(`/chat/examples${query({ language })}`, Examples);

export type Thumb = 'thumbs_up' | 'thumbs_down';

export interface RatedAnswer {
  readonly question: string;
  readonly traceId: string;
  /** The case that resembles the question most. */
  readonly caseId: string | undefined;
}

export interface GivenFeedback {
  readonly thumb: Thumb;
  readonly comment?: string;
  readonly correction?: string;
}

/**
 * Rates an answer; if this server takes no feedback on answers, rates the case that the answer consulted first. @throws
 * CallError
 */
export async function rate({ question, traceId, caseId: nearest }: RatedAnswer, given: GivenFeedback): Promise<void> {
  const { thumb, comment, correction } = given;
  const texts = Object.entries({ comment, correction }).filter(
    ([, written]) => written !== undefined && written !== '',
  );
  try {
    await send('/feedback', { body: { trace_id: traceId, feedback: thumb, ...Object.fromEntries(texts) } });
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404 || nearest === undefined) throw error;
    await rateCase(question, nearest, thumb);
  }
}

/** The rating of a case refers to a suggestion for the question. */
async function rateCase(question: string, caseId: string, thumb: Thumb): Promise<void> {
  const { log_id: log } = await call('/cbr/suggest', Suggested, { body: { query: question, k: 50 } });
  await send('/cbr/feedback', {
    body: { log_id: log, case_id: caseId, feedback: thumb, success: thumb === 'thumbs_up' },
  });
}
