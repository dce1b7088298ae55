import { Logger } from '@nestjs/common';
import { LruCache } from '../../domain/lru-cache.js';

/**
 * A request without a response. The message is one of a few fixed sentences: a refused connection, a name without an address, a
 * certificate that is not trusted, a time-out and a forbidden address read the same, so that they do not reveal the network.
 */
export class OutgoingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingError';
  }
}

export const UNREACHABLE = 'the server could not be reached';
/** The server has started to respond, so its existence is known. */
export const BROKEN_OFF = 'the connection was closed before the answer was complete';
export const REDIRECTED =
  'the server redirects the request to another address, which is not followed; use its final address';
/** The start of the message for a body over the limit of the client. */
export const TOO_LARGE = 'the answer is larger than';
export const UNREADABLE = 'the answer is not valid HTTP';

/** Log interval per origin and reason: a server that is down fails every request. */
const SILENT_MS = 60_000;
const MOST_REMEMBERED = 200;

/** Writes the reason of a failed request only to the server log. */
export class FailureLog {
  private readonly logger = new Logger('outgoing');
  private readonly logged = new LruCache<string, number>(MOST_REMEMBERED);

  write(origin: string, error: unknown): void {
    const reason = reasonOf(error);
    const key = `${origin} ${reason}`;
    const now = performance.now();
    if (now - (this.logged.get(key) ?? -SILENT_MS) < SILENT_MS) return;
    this.logged.set(key, now);
    this.logger.warn({ origin, reason }, 'a request to another server failed');
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // Attempts over several addresses fail together, and their error has no message of its own.
  const all = error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : '';
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code} ` : '';
  return all === '' ? `${code}${error.message}` : all;
}
