import { CheckModel } from '../../llm/application/check-model.js';
import {
  Completion,
  CompletionRequest,
  LanguageModel,
  LanguageModelError,
  OnToken,
  PROVIDER_URLS,
} from '../../llm/domain/language-model.js';
import { CHECK_QUESTIONS } from '../../llm/domain/model-check/check-questions.js';
import { isRight } from '../../llm/domain/model-check/check-report.js';
import { ServiceKind, TrialResult, TriedService } from '../domain/model-service.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { bearer, routeOf, ServiceRequests, TrialError } from './service-requests.js';

/** Where embeddings are asked without another address. */
export const OPENAI_URL = PROVIDER_URLS.openai;

const ANTHROPIC_VERSION = '2023-06-01';
/** Reasoning counts as output, and without room for it the reply would be empty. */
const ROOM = 2_000;

function requestOf(service: TriedService, { system, user, maxTokens }: CompletionRequest) {
  const { model, kind, apiKey } = service;
  const message = { role: 'user', content: user };
  if (kind === 'anthropic')
    return {
      url: routeOf(service, PROVIDER_URLS.anthropic, '/v1/messages'),
      headers: {
        'anthropic-version': ANTHROPIC_VERSION,
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      body: { model, max_tokens: maxTokens + ROOM, system, messages: [message] },
    };
  const own: Record<Exclude<ServiceKind, 'anthropic'>, string> = {
    openai: PROVIDER_URLS.openai,
    compatible: PROVIDER_URLS.openai,
    gemini: PROVIDER_URLS.gemini,
  };
  return {
    url: routeOf(service, own[kind], '/chat/completions'),
    headers: bearer(apiKey),
    // No other parameter: some models refuse each of them.
    body: { model, messages: [{ role: 'system', content: system }, message] },
  };
}

function textIn(answer: unknown, kind: ServiceKind): string | undefined {
  const parts = fieldOf(answer, kind === 'anthropic' ? 'content' : 'choices');
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.map((part: unknown) =>
    kind === 'anthropic' ? fieldOf(part, 'text') : fieldOf(fieldOf(part, 'message'), 'content'),
  );
  return texts.find((text) => typeof text === 'string');
}

/** The model of a service that is tried: one request for each reply, without retries. */
class TriedModel extends LanguageModel {
  readonly provider: string;
  readonly model: string;
  readonly available = true;
  /** Of the last request. */
  failure: TrialError | undefined;

  constructor(
    private readonly service: TriedService,
    private readonly requests: ServiceRequests,
  ) {
    super();
    this.provider = service.kind;
    this.model = service.model ?? '';
  }

  async complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion> {
    try {
      const answer = await this.requests.post(this.service, requestOf(this.service, request), signal);
      const text = textIn(answer, this.service.kind);
      if (text === undefined || text.trim() === '') throw new TrialError('unreadable');
      onToken?.(text);
      const { provider, model } = this;
      return { text, isWhole: true, usage: { provider, model, inputTokens: 0, outputTokens: 0, costUsd: null } };
    } catch (error) {
      if (!(error instanceof TrialError)) throw error;
      this.failure = error;
      throw new LanguageModelError('failed', error.message);
    }
  }

  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

const MAX_TEXT = 500;

/** Asks the model of a service the first question of `npm run check:llm`. @throws TrialError if there is no reply */
export async function askQuestion(
  service: TriedService,
  requests: ServiceRequests,
  signal: AbortSignal,
): Promise<TrialResult['answer']> {
  const model = new TriedModel(service, requests);
  const [question] = CHECK_QUESTIONS;
  if (question === undefined) throw new Error('There is no question for a model.');
  const checked = await new CheckModel(model).ask(question, signal);
  if (model.failure !== undefined) throw model.failure;
  return {
    question: question.question,
    text: checked.text.slice(0, MAX_TEXT).toWellFormed(),
    isRight: isRight(checked),
  };
}
