import OpenAI from 'openai';
import { AnswerPrompt, answerPrompt, isNoAnswer } from '../domain/answer-prompt.js';
import { AnswerWriter, AnswerWriterError, Usage, WriteRequest, WrittenAnswer } from '../domain/answer-writer.js';
import { checkAnswer } from '../domain/checked-answer.js';
import { costUsd } from '../domain/model-price.js';
import { withinLimit } from '../../shared/infrastructure/within-limit.js';
import { ChatCompletion, readChatCompletion } from './chat-completion.js';

export interface OpenAiWriterSettings {
  readonly provider: string;
  readonly model: string;
  /** Undefined for a server without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** Whether the provider's list prices hold; behind any other base URL the price is not known. */
  readonly listPrices: boolean;
  readonly timeoutMs: number;
}

/** A check of health that takes longer says as much as one that fails. */
const HEALTH_LIMIT_MS = 1000;
/** Six sentences with their marks, also in Korean, where a syllable may take a token or two. */
const MAX_TOKENS = 900;
/** These take neither a temperature nor `max_tokens`. */
const REASONING_MODEL = /^(?:o\d|gpt-5)/u;
/** Servers put whole pages into their error messages. */
const MAX_REASON = 200;

/** Answers by a model of OpenAI or of any server that speaks its API; what the model says is checked against the passages. */
export class OpenAiWriter extends AnswerWriter {
  readonly provider: string;
  readonly model: string;
  private readonly client: OpenAI;

  /** @param extractive answers when nothing of the model's reply can be tied to a passage */
  constructor(
    private readonly settings: OpenAiWriterSettings,
    private readonly extractive: AnswerWriter,
  ) {
    super();
    this.provider = settings.provider;
    this.model = settings.model;
    this.client = new OpenAI({
      // A server without keys still wants the header to be well formed.
      apiKey: settings.apiKey ?? 'none',
      baseURL: settings.baseUrl,
      // Named, so that the client does not read them from the environment and send them to another provider.
      organization: null,
      project: null,
      timeout: settings.timeoutMs,
      maxRetries: 0,
      logLevel: 'off',
    });
  }

  async write(request: WriteRequest, signal: AbortSignal): Promise<WrittenAnswer> {
    const { content, tokens } = await this.complete(answerPrompt(request), signal);
    const usage = this.usage(tokens);
    if (isNoAnswer(content)) return { text: '', citations: [], usage, degraded: [], abstained: true };
    const checked = checkAnswer(content, request.passages);
    if (checked === undefined)
      return { ...(await this.extractive.write(request, signal)), usage, degraded: ['llm_uncited'] };
    return { text: checked.text, citations: checked.citations, usage, degraded: [], abstained: false };
  }

  /** Asks for the list of models, which costs nothing. */
  async healthy(): Promise<boolean> {
    try {
      await withinLimit(
        HEALTH_LIMIT_MS,
        undefined,
        async (signal) => await this.client.models.list({ signal, timeout: HEALTH_LIMIT_MS }),
      );
      return true;
    } catch {
      return false;
    }
  }

  private async complete(prompt: AnswerPrompt, caller: AbortSignal): Promise<ChatCompletion> {
    const started = performance.now();
    try {
      const answer = await withinLimit(
        this.settings.timeoutMs,
        caller,
        async (signal) => await this.ask(prompt, signal),
      );
      return readChatCompletion(answer);
    } catch (error) {
      if (caller.aborted) throw new AnswerWriterError(`${this.provider}: the call was cancelled`);
      const isLate = performance.now() - started >= this.settings.timeoutMs;
      throw new AnswerWriterError(
        `${this.provider}: ${isLate ? `no answer within ${this.settings.timeoutMs} ms` : this.reason(error)}`,
      );
    }
  }

  private ask(prompt: AnswerPrompt, signal: AbortSignal) {
    const sampling = REASONING_MODEL.test(this.model) ? {} : { temperature: 0, max_tokens: MAX_TOKENS };
    const messages = [
      { role: 'system' as const, content: prompt.system },
      { role: 'user' as const, content: prompt.user },
    ];
    return this.client.chat.completions.create({ model: this.model, messages, ...sampling }, { signal });
  }

  /** Why the call failed. Some servers repeat the key in their error: it is taken out, and the error itself is not passed on. */
  private reason(error: unknown): string {
    const message = error instanceof Error ? error.message : 'unknown reason';
    const { apiKey } = this.settings;
    return (apiKey === undefined ? message : message.replaceAll(apiKey, '***')).slice(0, MAX_REASON);
  }

  private usage(tokens: ChatCompletion['tokens']): Usage {
    const { provider, model } = this;
    if (tokens === undefined) return { provider, model, inputTokens: 0, outputTokens: 0, costUsd: null };
    const cost = this.settings.listPrices ? costUsd(model, tokens.input, tokens.output) : null;
    return { provider, model, inputTokens: tokens.input, outputTokens: tokens.output, costUsd: cost };
  }
}
