import Anthropic from '@anthropic-ai/sdk';
import { Stream } from '@anthropic-ai/sdk/streaming';
import { CompletionRequest } from '../domain/language-model.js';
import { limitedFetch } from './limited-fetch.js';
import { ProviderAccess } from './provider-access.js';
import {
  isRecord,
  OnPiece,
  ProviderClient,
  ProviderReply,
  ReplyText,
  tokenCount,
  UnreadableReplyError,
} from './provider-client.js';
import { Parameter, ProviderDialect, Refused } from './provider-dialect.js';

/** Anthropic's Messages API. */
export class AnthropicClient extends ProviderClient {
  private readonly client: Anthropic;
  private readonly dialect = new ProviderDialect();

  constructor(private readonly access: ProviderAccess) {
    super();
    this.client = new Anthropic({
      apiKey: access.apiKey ?? 'none',
      // Named, so that the client does not read it from the environment.
      authToken: null,
      baseURL: access.baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      fetch: limitedFetch(access.fetch),
    });
  }

  async stream(request: CompletionRequest, signal: AbortSignal, onPiece: OnPiece): Promise<ProviderReply> {
    const response = await this.dialect.agree(
      (refused) => parametersOf(request, refused),
      (refused) => this.client.messages.create(this.body(request, refused), { signal }).asResponse(),
    );
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('text/event-stream')) {
      await response.body?.cancel();
      throw new UnreadableReplyError(`its answer is '${type.slice(0, 60)}', not an event stream`);
    }
    const events = Stream.fromSSEResponse<unknown>(response, new AbortController(), this.client);
    const reply = await readEvents(events, new ReplyText(request.maxTokens, onPiece));
    signal.throwIfAborted();
    return reply;
  }

  private body(request: CompletionRequest, refused: Refused): Anthropic.MessageCreateParamsStreaming {
    const sent = parametersOf(request, refused);
    return {
      model: this.access.model,
      max_tokens: request.maxTokens,
      system: request.system,
      messages: [{ role: 'user', content: request.user }],
      ...(sent.includes('temperature') ? { temperature: request.temperature } : {}),
      stream: true,
    };
  }

  async listModels(signal: AbortSignal): Promise<void> {
    await this.client.models.list({ limit: 1 }, { signal });
  }
}

/** Newer models refuse a temperature; their default is deterministic enough, since the reply is checked. */
function parametersOf(request: CompletionRequest, refused: Refused): Parameter[] {
  return request.temperature === undefined || refused.has('temperature') ? [] : ['temperature'];
}

function field(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

/** Tokens read from a cache are part of the input, though they cost less. */
function inputTokens(usage: unknown): number | undefined {
  const fresh = tokenCount(field(usage, 'input_tokens'));
  if (fresh === undefined) return undefined;
  const cached = ['cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    tokenCount(field(usage, name)),
  );
  return cached.reduce<number>((sum, count) => sum + (count ?? 0), fresh);
}

async function readEvents(events: AsyncIterable<unknown>, reply: ReplyText): Promise<ProviderReply> {
  let reason: unknown;
  let input: number | undefined;
  let output: number | undefined;
  for await (const event of events) {
    const type = field(event, 'type');
    if (type === 'message_start') input = inputTokens(field(event, 'message', 'usage')) ?? input;
    if (type === 'content_block_delta') {
      reply.addThought(field(event, 'delta', 'thinking'));
      reply.add(field(event, 'delta', 'text'));
    }
    if (type !== 'message_delta') continue;
    reason = field(event, 'delta', 'stop_reason') ?? reason;
    output = tokenCount(field(event, 'usage', 'output_tokens')) ?? output;
  }
  if (typeof reason !== 'string') throw new UnreadableReplyError('its answer was cut');
  if (reply.text.trim() === '' && reason !== 'refusal' && !reply.thought)
    throw new UnreadableReplyError('its answer holds no text');
  const tokens = input === undefined || output === undefined ? undefined : { input, output };
  return { text: reply.text, tokens, isWhole: reason !== 'max_tokens' };
}
