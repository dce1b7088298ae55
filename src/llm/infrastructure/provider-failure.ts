import { retryAfterOf } from '../../shared/infrastructure/retry-within-deadline.js';
import { UnreadableReplyError } from './provider-client.js';

/** Servers put whole pages into their error messages. */
const MAX_REASON = 200;

/** A call that failed, reduced to what may be known of it: the libraries' errors hold requests and keys. */
export class ProviderFailure extends Error {
  constructor(
    message: string,
    /** Wait that the server asks for; undefined for a failure that another attempt would not mend. */
    readonly retryAfterMs: number | 'unspecified' | undefined,
    /** Whether the provider is to blame, and not the request or the caller. */
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
  // A connection that failed says why in its cause.
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const message = `${error.message}${cause}`.replace(/\s+/gu, ' ');
  // Some servers repeat the key in their error.
  return (apiKey === undefined ? message : message.replaceAll(apiKey, '***')).slice(0, MAX_REASON);
}

/** Busy (429), failing (5xx) and unreachable servers, and answers that were cut, may do better; what a server refuses stays refused. */
export function providerFailure(error: unknown, apiKey: string | undefined): ProviderFailure {
  if (!(error instanceof Error)) return new ProviderFailure('unknown reason', undefined, true);
  const text = reason(error, apiKey);
  const status = statusOf(error);
  if (status === undefined) {
    // An endless or foreign answer will be the same again; one that was cut, or did not come, may not.
    const isForeign = error instanceof UnreadableReplyError && !error.message.includes('cut');
    return new ProviderFailure(text, isForeign ? undefined : 'unspecified', true);
  }
  const mayMend = status === 429 || status === 408 || status === 409 || status >= 500;
  const isOurs = status === 400 || status === 413 || status === 422;
  return new ProviderFailure(text, mayMend ? retryAfterOf(headersOf(error), Date.now()) : undefined, !isOurs);
}
