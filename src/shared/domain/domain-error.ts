/** One fault of an input: its location (JSON Pointer, RFC 6901) and what to change. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** Maximum number of faults in one error. */
export const MAX_FAULTS = 100;
/** Maximum characters of a message, a pointer and a fault's text: each may quote the refused value, which may be long. */
const MAX_MESSAGE = 2_000;
const MAX_POINTER = 300;
const MAX_DETAIL = 500;

/** Truncates a long text and appends an ellipsis; never splits a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function cutFault({ pointer, detail }: Fault): Fault {
  return { pointer: cut(pointer, MAX_POINTER), detail: cut(detail, MAX_DETAIL) };
}

/** @param pointer of an unknown member */
export function unknownField(pointer: string): Fault {
  return { pointer, detail: 'is not a known field: remove it or correct its name' };
}

/**
 * Kind of a refusal. Only the problem filter maps a kind to an HTTP status, so that the command line can print the same error and a
 * scheduled job can throw it.
 */
export type ErrorKind =
  | 'unparsable'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'too-slow'
  | 'too-long'
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
    super(cut(message, MAX_MESSAGE));
    this.name = new.target.name;
  }
}

/** A temporary failure: the same request may succeed after `retryAfterSeconds`. */
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

/** Joins faults to one message. It states the number of faults that do not fit. */
function joinFaults(faults: readonly Fault[], total: number): string {
  const texts: string[] = [];
  let room = MAX_MESSAGE - MAX_DETAIL;
  for (const { pointer, detail } of faults) {
    const text = pointer === '' ? detail : `${pointer}: ${detail}`;
    room -= text.length;
    if (room < 0 && texts.length > 0) break;
    texts.push(text);
  }
  const more = total - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more faults`] : [])].join('; ');
}

/**
 * Invalid input. Lists up to 100 faults; the message joins as many of them as fit into a readable length.
 * @example
 * throw new InvalidInputError([{ pointer: '/top_k', detail: 'must be 1 to 100, not 0' }]);
 */
export class InvalidInputError extends DomainError {
  constructor(faults: readonly Fault[]) {
    const listed = faults.slice(0, MAX_FAULTS).map(cutFault);
    super('invalid', 'invalid-input', joinFaults(listed, faults.length), listed);
  }
}

export class NotFoundError extends DomainError {
  /** @param cure a sentence on where the known ids are listed */
  constructor(what: string, id: string, cure?: string) {
    const message = `No ${what} has the id '${id}', or this caller may not see it.`;
    super('not-found', 'not-found', cure === undefined ? message : `${message} ${cure}`);
  }
}

export class ConflictError extends DomainError {
  constructor(message: string) {
    super('conflict', 'conflict', message);
  }
}

/** Escapes the name of a member for a JSON Pointer (RFC 6901, section 3). */
export function pointerToken(name: PropertyKey): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
