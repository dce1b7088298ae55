import { DomainError, InvalidInputError, TryLaterError } from '../../../domain/domain-error.js';

/** A restart of the server takes seconds. */
const RETRY_S = 2;

/** Codes of the operating system and of the driver for an unreachable server. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Messages of the driver without a code. */
const LOST =
  /connection terminated|query read timeout|connection ended|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|client was closed|not queryable/iu;

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Whether the connection was lost or refused: SQLSTATE classes 08 and 57P, too many clients, or no response. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith('08') || /^57P0[1-5]$/.test(code) || code === '53300' || UNREACHABLE.has(code)) return true;
  return code === '' && error instanceof Error && LOST.test(error.message);
}

/**
 * Converts an error of the server into an error for the caller (PostgreSQL, appendix A). Nothing of a failed write is stored.
 * @returns undefined for an internal error of this program
 */
export function postgresFault(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isUnreachable(error))
    return new TryLaterError(
      'store-unreachable',
      'The database cannot be reached, and nothing of this was stored: send it again in a moment.',
      RETRY_S,
    );
  switch (codeOf(error)) {
    case '53100':
      return new DomainError(
        'no-space',
        'disk-full',
        'The disk of the database is full, and nothing of this was stored: free space there, then send it again. Reads continue.',
      );
    case '40001':
    case '40P01':
    case '55P03':
      return new TryLaterError(
        'store-locked',
        'Another transaction conflicted with this one, and nothing of this was stored: send it again.',
        1,
      );
    case '57014':
      return new TryLaterError(
        'store-slow',
        'The database did not answer within DATABASE_STATEMENT_TIMEOUT_MS, and nothing of this was stored: send it again, or raise the limit.',
        RETRY_S,
      );
    case '25006':
      return new TryLaterError(
        'store-unwritable',
        'The database is read-only, and nothing of this was stored: check whether DATABASE_URL names the primary.',
        RETRY_S,
      );
    case '22021':
      return new InvalidInputError([{ pointer: '', detail: 'a text holds the character NUL; leave it out' }]);
    default:
      return undefined;
  }
}
