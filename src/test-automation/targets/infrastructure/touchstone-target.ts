import { z } from 'zod';
import { RagTarget, TargetAnswer, TargetQuestion } from '../../domain/rag-target.js';
import { HttpTargetSettings, postJson } from './target-http.js';

const eventSchema = z.object({
  component: z.string(),
  fired: z.boolean(),
  input: z.unknown(),
  output: z.unknown(),
  effect: z.string().catch(''),
  took_ms: z.number().catch(0),
});
const sourceSchema = z.object({
  doc_id: z.string(),
  chunk_id: z.string().nullish(),
  title: z.string().catch(''),
  quote: z.string().catch(''),
  start: z.number().nullish(),
  end: z.number().nullish(),
});
const answerSchema = z.object({
  response: z.string(),
  conversation_id: z.string(),
  sources: z.array(sourceSchema),
  confidence: z.number(),
  trace: z.array(eventSchema).optional(),
  metadata: z.object({
    intent: z.string().optional(),
    completed_question: z.string().optional(),
    degraded: z.array(z.string()).catch([]),
    llm: z
      .object({
        cost_usd: z.number().nullable(),
        input_tokens: z.number().nullish().catch(undefined),
        output_tokens: z.number().nullish().catch(undefined),
      })
      .optional(),
    abstained: z.boolean(),
    trace_id: z.string().nullish(),
  }),
});

/** Another Touchstone, by its /chat/run. */
export class TouchstoneTarget extends RagTarget {
  readonly kind = 'touchstone';

  constructor(private readonly settings: HttpTargetSettings) {
    super();
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const components = Object.fromEntries(question.off.map((component) => [component, false]));
    const body = {
      message: question.message,
      ...(question.conversationId === undefined ? {} : { conversation_id: question.conversationId }),
      ...(question.asOf === undefined ? {} : { as_of: question.asOf }),
      options: { explain: true, components },
    };
    const answer = await postJson(this.settings, { path: '/chat/run', body, schema: answerSchema }, signal);
    return {
      text: answer.response,
      sources: answer.sources.map((source) => ({
        documentId: source.doc_id,
        chunkId: source.chunk_id ?? null,
        title: source.title,
        quote: source.quote,
        start: source.start ?? null,
        end: source.end ?? null,
      })),
      abstained: answer.metadata.abstained,
      confidence: answer.confidence,
      conversationId: answer.conversation_id,
      traceId: answer.metadata.trace_id ?? null,
      events: (answer.trace ?? []).map(({ took_ms: tookMs, ...event }) => ({ ...event, tookMs })),
      understood: {
        intent: answer.metadata.intent ?? null,
        question: answer.metadata.completed_question ?? null,
      },
      degraded: answer.metadata.degraded,
      costUsd: answer.metadata.llm?.cost_usd ?? null,
      tokens: {
        input: answer.metadata.llm?.input_tokens ?? null,
        output: answer.metadata.llm?.output_tokens ?? null,
      },
      tookMs: performance.now() - started,
    };
  }
}
