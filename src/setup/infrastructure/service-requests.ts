import { joinedUrl, OwnAddresses } from '../../shared/domain/base-url.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError, REDIRECTED, UNREACHABLE } from '../../shared/infrastructure/outgoing/outgoing-failure.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { onOneLine } from '../../text/folded-text.js';
import { TrialFailure, TriedService } from '../domain/model-service.js';

/** A reply to one question; the vectors of two texts. */
const MAX_BYTES = 1024 * 1024;
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

/**
 * Requests to a service that an administrator named. Addresses of this server are refused at the connection, link-local and metadata
 * addresses by the client. Only the message of an error is passed on, without the key.
 */
export class ServiceRequests {
  private readonly client: OutgoingClient;

  constructor(own: OwnAddresses, timeoutMs: number) {
    const isRefused = (address: string, port: number) => own.isOwn(address, port);
    this.client = new OutgoingClient({ maxBytes: MAX_BYTES, timeoutMs, isRefused });
  }

  /** The parsed answer of a POST. @throws TrialError; the reason of the signal when it is aborted */
  async post(
    { apiKey }: Pick<TriedService, 'apiKey'>,
    { url, headers, body }: { readonly url: string; readonly headers: Record<string, string>; readonly body: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    try {
      const response = await this.client.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      });
      const answer = parsed(await response.text());
      if (!response.ok) throw new TrialError(failureOf(response.status), shown(messageIn(answer), apiKey));
      if (answer === undefined) throw new TrialError('unreadable');
      return answer;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.message === UNREACHABLE) throw new TrialError('unreachable');
      throw new TrialError(error.message === REDIRECTED ? 'refused' : 'unreadable', error.message);
    }
  }
}

/** Some servers repeat the key in their error. */
function shown(message: string | null, apiKey: string | undefined): string | null {
  if (message === null) return null;
  const text = onOneLine(apiKey === undefined ? message : message.replaceAll(apiKey, '***'));
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL).toWellFormed()}…` : text;
}

/** The address of a route of a service. */
export const routeOf = ({ baseUrl }: TriedService, own: string, path: string): string =>
  joinedUrl(baseUrl ?? own, path);

export const bearer = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
