import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { CompletionRequest, OnToken } from '../domain/language-model.js';
import { limitedFetch } from './limited-fetch.js';
import { isReasoningModel, outputLimit, ProviderAccess } from './provider-access.js';
import {
  isRecord,
  ProviderClient,
  ProviderReply,
  ReplyText,
  tokenCount,
  UnreadableReplyError,
} from './provider-client.js';

/** OpenAI, or any server that speaks its API (Ollama, vLLM, llama.cpp, Gemini's compatible endpoint). */
export class OpenAiClient extends ProviderClient {
  private readonly client: OpenAI;

  constructor(private readonly access: ProviderAccess) {
    super();
    this.client = new OpenAI({
      // A server without keys still wants the header to be well formed.
      apiKey: access.apiKey ?? 'none',
      baseURL: access.baseUrl,
      // Named, so that the client does not read them from the environment and send them to another provider.
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: limitedFetch,
    });
  }

  async stream(request: CompletionRequest, signal: AbortSignal, onToken: OnToken): Promise<ProviderReply> {
    const response = await this.client.chat.completions.create(this.body(request), { signal }).asResponse();
    const reply = new ReplyText(outputLimit(this.access.model, request.maxTokens), onToken);
    const type = response.headers.get('content-type') ?? '';
    // Some servers answer at once although a stream was asked for.
    if (type.includes('application/json')) return readWhole(await response.json(), reply);
    if (!type.includes('text/event-stream')) {
      await response.body?.cancel();
      throw new UnreadableReplyError(`its answer is '${type.slice(0, 60)}', not an event stream`);
    }
    const chunks = Stream.fromSSEResponse<unknown>(response, new AbortController(), this.client);
    const read = await readChunks(chunks, reply);
    signal.throwIfAborted();
    return read;
  }

  async listModels(signal: AbortSignal): Promise<void> {
    await this.client.models.list({ signal });
  }

  private body(request: CompletionRequest) {
    const { model } = this.access;
    const limits = isReasoningModel(model)
      ? { max_completion_tokens: outputLimit(model, request.maxTokens) }
      : { temperature: request.temperature ?? 0, max_tokens: request.maxTokens };
    return {
      model,
      messages: [
        { role: 'system' as const, content: request.system },
        { role: 'user' as const, content: request.user },
      ],
      stream: true as const,
      stream_options: { include_usage: true },
      ...limits,
    };
  }
}

function tokensOf(usage: unknown): ProviderReply['tokens'] {
  if (!isRecord(usage)) return undefined;
  const input = tokenCount(usage['prompt_tokens']);
  const output = tokenCount(usage['completion_tokens']);
  return input === undefined || output === undefined ? undefined : { input, output };
}

function firstChoice(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const choices: unknown = isRecord(value) ? value['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isRecord(first) ? first : undefined;
}

function finished(reply: ReplyText, reason: unknown, usage: ProviderReply['tokens']): ProviderReply {
  if (typeof reason !== 'string') throw new UnreadableReplyError('its answer was cut');
  if (reply.text.trim() === '' && reason !== 'content_filter')
    throw new UnreadableReplyError('its answer holds no text');
  return { text: reply.text, tokens: usage, isWhole: reason !== 'length' };
}

/** The types of the client promise more than servers keep, so that nothing is taken on trust. A refusal counts as what the model said. */
async function readChunks(chunks: AsyncIterable<unknown>, reply: ReplyText): Promise<ProviderReply> {
  let reason: unknown;
  let tokens: ProviderReply['tokens'];
  for await (const chunk of chunks) {
    const choice = firstChoice(chunk);
    const delta: unknown = choice?.['delta'];
    if (isRecord(delta)) {
      reply.add(delta['content']);
      reply.add(delta['refusal']);
    }
    reason = choice?.['finish_reason'] ?? reason;
    tokens = tokensOf(isRecord(chunk) ? chunk['usage'] : undefined) ?? tokens;
  }
  return finished(reply, reason, tokens);
}

function readWhole(answer: unknown, reply: ReplyText): ProviderReply {
  const choice = firstChoice(answer);
  const message: unknown = choice?.['message'];
  if (!isRecord(message)) throw new UnreadableReplyError('its answer is not a chat completion');
  reply.add(message['content']);
  reply.add(message['refusal']);
  return finished(reply, choice?.['finish_reason'] ?? 'stop', tokensOf(isRecord(answer) ? answer['usage'] : undefined));
}
