/** One fault of an input: where it stands (JSON Pointer, RFC 6901) and what to change. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** @param pointer of a member that nothing here reads */
export function unknownField(pointer: string): Fault {
  return { pointer, detail: 'is not a known field: remove it or correct its name' };
}

/**
 * What kind of refusal an error is. Only the problem filter maps a kind to an HTTP status, so that the same
 * error can be printed by the command line or raised by a scheduled job.
 */
export type ErrorKind =
  | 'unparsable'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  | 'invalid'
  | 'rate-limited'
  | 'cancelled'
  | 'timed-out'
  | 'not-available'
  | 'not-ready'
  | 'no-space';

/** An expected refusal. `message` is one English sentence that names the value or limit and says what to change. */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Not now, but soon: the same request may succeed after a while. */
export class TryLaterError extends DomainError {
  constructor(
    code: string,
    message: string,
    /** Seconds after which to try again. */
    readonly retryAfterS: number,
  ) {
    super('not-ready', code, message);
  }
}

/** Values that do not fit: every fault is listed, and the message joins them. */
export class InvalidInputError extends DomainError {
  constructor(faults: readonly Fault[]) {
    super(
      'invalid',
      'invalid-input',
      faults.map((f) => (f.pointer === '' ? f.detail : `${f.pointer}: ${f.detail}`)).join('; '),
      faults,
    );
  }
}

export class NotFoundError extends DomainError {
  constructor(what: string, id: string) {
    super('not-found', 'not-found', `No ${what} has the id '${id}', or this caller may not see it.`);
  }
}

export class ConflictError extends DomainError {
  constructor(message: string) {
    super('conflict', 'conflict', message);
  }
}
