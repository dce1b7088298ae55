import { joinedUrl } from '../../shared/domain/base-url.js';
import { jsonRequest, OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError, REDIRECTED, UNREACHABLE } from '../../shared/infrastructure/outgoing/outgoing-failure.js';
import { PROVIDER_URLS } from '../../llm/domain/language-model.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { onOneLine } from '../../text/folded-text.js';
import { TrialFailure, TriedService } from '../domain/model-service.js';

const MAX_DETAIL = 200;

/** A service gave no answer that can be used. */
export class TrialError extends Error {
  constructor(
    readonly failure: TrialFailure,
    readonly detail: string | null = null,
  ) {
    super(detail ?? failure);
    this.name = 'TrialError';
  }
}

function failureOf(status: number): TrialFailure {
  if (status === 401 || status === 403) return 'refused_key';
  if (status === 404) return 'not_found';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failing' : 'refused';
}

/** The message in an error of a model server; null for any other body, which is not shown. */
function messageIn(body: unknown): string | null {
  const error = fieldOf(Array.isArray(body) ? body[0] : body, 'error');
  const message = typeof error === 'string' ? error : fieldOf(error, 'message');
  return typeof message === 'string' ? message : null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The requests of one trial. Only the message of an error is passed on, without the key. */
export class ServiceExchange {
  /** Why the last request has no answer; undefined if it has one. */
  failure: TrialError | undefined;

  constructor(
    private readonly client: OutgoingClient,
    private readonly service: TriedService,
  ) {}

  /** Like the global `fetch`; also sets `failure`. */
  readonly fetch: typeof fetch = async (input, init) => {
    this.failure = undefined;
    try {
      const response = await this.client.fetch(input, init);
      if (response.ok) return response;
      const text = await response.text();
      this.failure = new TrialError(failureOf(response.status), shown(messageIn(parsed(text)), this.service.apiKey));
      return new Response(text, response);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      const { message } = error;
      this.failure =
        message === UNREACHABLE
          ? new TrialError('unreachable')
          : new TrialError(message === REDIRECTED ? 'refused' : 'unreadable', message);
      throw error;
    }
  };

  /** The parsed answer of a POST of the kind of OpenAI. @throws TrialError; the reason of the signal when it is aborted */
  async post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { baseUrl = PROVIDER_URLS.openai, apiKey } = this.service;
    try {
      const response = await this.fetch(joinedUrl(baseUrl, path), jsonRequest(body, apiKey, signal));
      const answer = parsed(await response.text());
      if (this.failure === undefined && answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
    }
    throw this.failure ?? new TrialError('unreadable');
  }
}

/** Some servers repeat the key in their error. */
function shown(message: string | null, apiKey: string | undefined): string | null {
  if (message === null) return null;
  const text = onOneLine(apiKey === undefined ? message : message.replaceAll(apiKey, '***'));
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL).toWellFormed()}…` : text;
}
