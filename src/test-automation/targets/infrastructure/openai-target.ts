import { z } from 'zod';
import { RagTarget, TargetAnswer, TargetQuestion, TargetSource } from '../../domain/rag-target.js';
import { HttpTargetSettings, postJson } from './target-http.js';

const sourceSchema = z.object({
  doc_id: z.string().catch(''),
  chunk_id: z.string().nullish(),
  title: z.string().catch(''),
  quote: z.string().catch(''),
  start: z.number().nullish(),
  end: z.number().nullish(),
});
const annotationSchema = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string().catch(''), title: z.string().catch('') }),
});
const count = z.int().min(0).nullish().catch(undefined);
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullable(), annotations: z.array(z.unknown()).nullish() }),
      }),
    )
    .min(1),
  touchstone: z
    .object({ sources: z.array(sourceSchema).catch([]), abstained: z.boolean().optional() })
    .loose()
    .optional(),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
});
type Completion = z.infer<typeof completionSchema>;

function sourcesOf(completion: Completion): TargetSource[] {
  if (completion.touchstone !== undefined)
    return completion.touchstone.sources.map((source) => ({
      documentId: source.doc_id,
      chunkId: source.chunk_id ?? null,
      title: source.title,
      quote: source.quote,
      start: source.start ?? null,
      end: source.end ?? null,
    }));
  return (completion.choices[0]?.message.annotations ?? []).flatMap((annotation) => {
    const parsed = annotationSchema.safeParse(annotation);
    if (!parsed.success) return [];
    const { url, title } = parsed.data.url_citation;
    return [{ documentId: url, chunkId: null, title, quote: '', start: null, end: null }];
  });
}

/** Any endpoint of OpenAI's chat completions. It keeps no conversation, so each turn contains the previous ones. */
export class OpenAiTarget extends RagTarget {
  readonly kind = 'openai';

  constructor(
    private readonly settings: HttpTargetSettings,
    private readonly model: string,
  ) {
    super();
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const messages = [
      ...question.history.flatMap((turn) => [
        { role: 'user', content: turn.question },
        { role: 'assistant', content: turn.answer },
      ]),
      // After a failed check the person repeats the same question: no text of the test goes into the conversation.
      { role: 'user', content: question.message },
    ];
    const completion = await postJson(
      this.settings,
      { path: '/chat/completions', body: { model: this.model, messages }, schema: completionSchema },
      signal,
    );
    return {
      text: completion.choices[0]?.message.content ?? '',
      sources: sourcesOf(completion),
      abstained: completion.touchstone?.abstained ?? false,
      confidence: null,
      conversationId: null,
      traceId: null,
      events: [],
      understood: { intent: null, question: null },
      degraded: [],
      costUsd: null,
      tokens: {
        input: completion.usage?.prompt_tokens ?? null,
        output: completion.usage?.completion_tokens ?? null,
      },
      tookMs: performance.now() - started,
    };
  }
}
