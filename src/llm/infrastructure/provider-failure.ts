import { retryAfterOf } from '../../shared/infrastructure/retry-within-deadline.js';
import { UnreadableReplyError } from './provider-client.js';

/** Maximum length of a reason: some servers send whole pages as error messages. */
const MAX_REASON = 200;

/** A failed call without secrets: the libraries' errors contain requests and keys. */
export class ProviderFailure extends Error {
  constructor(
    message: string,
    /** Wait that the server requests; undefined for a failure that a retry would not fix. */
    readonly retryAfterMs: number | 'unspecified' | undefined,
    /** Whether the provider caused the failure, and not the request or the caller. */
    readonly countsAgainstProvider: boolean,
  ) {
    super(message);
  }
}

function statusOf(error: object): number | undefined {
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function headersOf(error: object): Headers | undefined {
  return 'headers' in error && error.headers instanceof Headers ? error.headers : undefined;
}

function reason(error: Error, apiKey: string | undefined): string {
  // The cause of a connection error has the reason.
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const message = `${error.message}${cause}`.replace(/\s+/gu, ' ');
  // Some servers include the key in their error.
  return (apiKey === undefined ? message : message.replaceAll(apiKey, '***')).slice(0, MAX_REASON);
}

/** Overloaded (429), failing (5xx) and unreachable servers, and cut responses, are retried; a refused request is not. */
export function providerFailure(error: unknown, apiKey: string | undefined): ProviderFailure {
  if (!(error instanceof Error)) return new ProviderFailure('unknown reason', undefined, true);
  const text = reason(error, apiKey);
  const status = statusOf(error);
  if (status === undefined) {
    // A too long or foreign response would be the same again; a cut or missing one may succeed.
    const isForeign = error instanceof UnreadableReplyError && !error.message.includes('cut');
    return new ProviderFailure(text, isForeign ? undefined : 'unspecified', true);
  }
  const mayMend = status === 429 || status === 408 || status === 409 || status >= 500;
  const isOurs = status === 400 || status === 413 || status === 422;
  return new ProviderFailure(text, mayMend ? retryAfterOf(headersOf(error), Date.now()) : undefined, !isOurs);
}
