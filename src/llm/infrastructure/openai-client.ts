import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { CompletionRequest } from '../domain/language-model.js';
import { limitedFetch } from './limited-fetch.js';
import { isReasoningModel, outputLimit, ProviderAccess, roomToThink } from './provider-access.js';
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

/** OpenAI, or any server with its API (Ollama, vLLM, llama.cpp, Gemini's compatible endpoint). */
export class OpenAiClient extends ProviderClient {
  private readonly client: OpenAI;
  private readonly dialect = new ProviderDialect();
  /** The model reasons before its answer. Once this is seen, its token limit is raised. */
  private thinks: boolean;

  constructor(private readonly access: ProviderAccess) {
    super();
    this.thinks = roomToThink(access.model) > 0;
    this.client = new OpenAI({
      // A server without keys still requires a well-formed header.
      apiKey: access.apiKey ?? 'none',
      baseURL: access.baseUrl,
      // Named, so that the client does not read them from the environment and send them to another provider.
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: limitedFetch(access.fetch),
    });
  }

  async stream(request: CompletionRequest, signal: AbortSignal, onPiece: OnPiece): Promise<ProviderReply> {
    const response = await this.dialect.agree(
      (refused) => this.parametersOf(request, refused),
      (refused) => this.client.chat.completions.create(this.body(request, refused), { signal }).asResponse(),
    );
    const reply = new ReplyText(this.outputTokens(request), onPiece);
    const read = await this.read(response, reply);
    this.thinks ||= reply.thought || THINKS.test(reply.text);
    signal.throwIfAborted();
    return read;
  }

  async listModels(signal: AbortSignal): Promise<void> {
    await this.client.models.list({ signal });
  }

  private async read(response: Response, reply: ReplyText): Promise<ProviderReply> {
    const type = response.headers.get('content-type') ?? '';
    // Some servers reply with one JSON body although a stream was requested.
    if (type.includes('application/json')) return readWhole(await response.json(), reply);
    if (!type.includes('text/event-stream')) {
      await response.body?.cancel();
      throw new UnreadableReplyError(`its answer is '${type.slice(0, 60)}', not an event stream`);
    }
    return readChunks(Stream.fromSSEResponse<unknown>(response, new AbortController(), this.client), reply);
  }

  private outputTokens({ maxTokens }: CompletionRequest): number {
    return this.thinks ? maxTokens + roomToThink() : outputLimit(this.access.model, maxTokens);
  }

  /** Parameters of a request that a server may refuse, the likeliest first. */
  private parametersOf(request: CompletionRequest, refused: Refused): Parameter[] {
    const takesOldLimit = !isReasoningModel(this.access.model) && !refused.has('max_tokens');
    const sent: Parameter[] = [
      'stream_options',
      takesOldLimit ? 'max_tokens' : 'max_completion_tokens',
      ...(isReasoningModel(this.access.model) ? [] : ['temperature' as const]),
      ...(request.isJson === true ? ['response_format' as const] : []),
      'system',
      'stream',
    ];
    // Options of a stream are sent only with a stream.
    return sent.filter((name) => !refused.has(name) && (name !== 'stream_options' || !refused.has('stream')));
  }

  private lengthLimit(request: CompletionRequest, sent: ReadonlySet<Parameter>) {
    const tokens = this.outputTokens(request);
    if (sent.has('max_tokens')) return { max_tokens: tokens };
    return sent.has('max_completion_tokens') ? { max_completion_tokens: tokens } : {};
  }

  private body(request: CompletionRequest, refused: Refused): OpenAI.ChatCompletionCreateParamsStreaming {
    const sent = new Set(this.parametersOf(request, refused));
    const { system, user } = request;
    return {
      model: this.access.model,
      messages: sent.has('system')
        ? [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ]
        : [{ role: 'user', content: `${system}\n\n${user}` }],
      ...(sent.has('stream_options') ? { stream_options: { include_usage: true } } : {}),
      ...this.lengthLimit(request, sent),
      ...(sent.has('temperature') ? { temperature: request.temperature ?? 0 } : {}),
      ...(sent.has('response_format') ? { response_format: { type: 'json_object' } } : {}),
      stream: true,
      // A server that refuses to stream replies with one JSON body. The library's type is not exact here; the response is checked at run
      // time.
      ...(sent.has('stream') ? {} : NOT_STREAMED),
    };
  }
}

/** Replaces `stream: true`. */
const NOT_STREAMED: object = { stream: false };
/** Reasoning within the text. */
const THINKS = /^\s{0,8}(?:<think|<thought|<reasoning|\[THINK|◁think|<\|channel)|<\/think>/iu;

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
  if (reply.text.trim() === '' && reason !== 'content_filter' && !reply.thought)
    throw new UnreadableReplyError('its answer holds no text');
  return { text: reply.text, tokens: usage, isWhole: reason !== 'length' };
}

/** Fields of the reasoning: DeepSeek and vLLM use the first, OpenRouter and newer servers the second. */
function addMessage(reply: ReplyText, message: Readonly<Record<string, unknown>>): void {
  reply.addThought(message['reasoning_content'] ?? message['reasoning'] ?? message['thinking']);
  reply.add(message['content']);
  reply.add(message['refusal']);
}

/** The types of the client are stricter than real servers, so all values are checked. A refusal counts as the reply. */
async function readChunks(chunks: AsyncIterable<unknown>, reply: ReplyText): Promise<ProviderReply> {
  let reason: unknown;
  let tokens: ProviderReply['tokens'];
  for await (const chunk of chunks) {
    const choice = firstChoice(chunk);
    const delta: unknown = choice?.['delta'];
    // A delta may contain only a role, or nothing.
    if (isRecord(delta)) addMessage(reply, delta);
    reason = choice?.['finish_reason'] ?? reason;
    tokens = tokensOf(isRecord(chunk) ? chunk['usage'] : undefined) ?? tokens;
  }
  return finished(reply, reason, tokens);
}

function readWhole(answer: unknown, reply: ReplyText): ProviderReply {
  const choice = firstChoice(answer);
  const message: unknown = choice?.['message'];
  if (!isRecord(message)) throw new UnreadableReplyError('its answer is not a chat completion');
  addMessage(reply, message);
  return finished(reply, choice?.['finish_reason'] ?? 'stop', tokensOf(isRecord(answer) ? answer['usage'] : undefined));
}
