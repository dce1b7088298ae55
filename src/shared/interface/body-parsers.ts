import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, Fault, InvalidInputError, unknownField } from '../domain/domain-error.js';
import { pointerToken } from '../domain/json-pointer.js';

const MB = 1_000_000;
/** Bytes of a JSON body: documents are long, questions are not. */
export const DOCUMENT_BODY_BYTES = 11 * MB;
export const BODY_BYTES = MB;
const CASE_FILE = 'application/vnd.sqlite3';
const CASE_FILE_ROUTE = '/cbr/import';
/** Deeper JSON has no meaning in any request here and would exhaust the stack of recursive validators. */
const MAX_DEPTH = 64;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

export function bodyLimit(request: FastifyRequest): number {
  const path = request.url.split('?')[0];
  return path === '/documents' ? DOCUMENT_BODY_BYTES : BODY_BYTES;
}

function tooLarge(limit: number): DomainError {
  return new DomainError(
    'too-large',
    'too-large',
    `The request body is larger than the ${limit / MB} MB that this route takes; send less at a time.`,
  );
}

function members(value: unknown): unknown[] {
  const found: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return found;
}

function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(members);
  }
  return false;
}

/** What every object has without being told: a member of such a name would be taken for the object's class. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

function reservedFaults(value: unknown, pointer = ''): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${pointerToken(name)}`;
    return RESERVED.includes(name) && !Array.isArray(value) ? [unknownField(at)] : reservedFaults(member, at);
  });
}

function dropReserved(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of RESERVED) if (Object.hasOwn(value, name)) Reflect.deleteProperty(value, name);
  members(value).forEach(dropReserved);
}

/** Clients of protocols that others define send members that this server does not know: they lose them, where others are refused. */
const TOLERANT = /^\/(v1|mcp)(\/|$)/;

/**
 * Parses a JSON body. @throws DomainError (400) for bytes that are no UTF-8, no JSON, or nested deeper than 64 levels,
 * InvalidInputError (422) for members that bear the names of what every object has, unless they are dropped.
 * The message does not repeat the body: parsers quote their input, which may be anything.
 */
export function parseJson(bytes: Uint8Array, reserved: 'refuse' | 'drop' = 'refuse'): unknown {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new DomainError('unparsable', 'unparsable', 'The body is not valid UTF-8; encode it as UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('unparsable', 'unparsable', 'The body is not valid JSON; check quotes, commas and brackets.');
  }
  if (isTooDeep(value))
    throw new DomainError('unparsable', 'unparsable', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  if (reserved === 'drop') dropReserved(value);
  else {
    const faults = reservedFaults(value);
    if (faults.length > 0) throw new InvalidInputError(faults);
  }
  return value;
}

/** Bodies are objects; a route may take a list, which its own validation decides. */
function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value;
  throw new InvalidInputError([{ pointer: '', detail: 'the body must be a JSON object' }]);
}

/** Body parsers of this server: JSON as bytes, NDJSON as a stream that the route reads at its own pace, a database file for the import of cases. Anything else is 415. */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: DOCUMENT_BODY_BYTES },
    (request, body, done) => {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const limit = bodyLimit(request);
      try {
        if (bytes.length > limit) throw tooLarge(limit);
        done(
          null,
          bytes.length === 0
            ? undefined
            : requireObject(parseJson(bytes, TOLERANT.test(request.url) ? 'drop' : 'refuse')),
        );
      } catch (error) {
        done(error instanceof Error ? error : new Error('unparsable'));
      }
    },
  );
  fastify.addContentTypeParser(
    'application/x-ndjson',
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    (_request, payload, done) => done(null, payload),
  );
  // The database file of another case base, for the one route that takes it; it limits the size itself.
  fastify.addContentTypeParser(CASE_FILE, { bodyLimit: Number.MAX_SAFE_INTEGER }, (request, payload, done) => {
    if (request.routeOptions.url === CASE_FILE_ROUTE) done(null, payload);
    else done(new DomainError('unsupported-type', 'unsupported-type', `This route does not take ${CASE_FILE}.`));
  });
  // An announced size is refused before the body is read.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    const limit = bodyLimit(request);
    if (isJson && announced > limit) done(tooLarge(limit));
    else done();
  });
}
