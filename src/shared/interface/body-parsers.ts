import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, Fault, InvalidInputError, unknownField, pointerToken } from '../domain/domain-error.js';
import { JSON_LIMITS, jsonExcess, JsonLimits, MANY_VALUES } from './json-limits.js';
import { readAsStream, readWhole, TEXTS } from './request-bodies.js';

const MB = 1_000_000;
/** Limits of a JSON body in bytes: documents are long, questions are short. */
export const DOCUMENT_BODY_BYTES = 11 * MB;
export const BODY_BYTES = MB;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A team's list of questions is as long as a document. */
const LONG_BODIES = new Set(['/documents', '/datasets']);

export function bodyLimit(request: FastifyRequest): number {
  return LONG_BODIES.has(request.url.split('?')[0] ?? '') ? DOCUMENT_BODY_BYTES : BODY_BYTES;
}

/** Large enough for 20,000 documents with their paths. */
const FILTER_TEST = '/filter/test';
const MANY = new Set([FILTER_TEST, '/datasets']);

function limitsOf(request: FastifyRequest): JsonLimits {
  return MANY.has(request.url.split('?')[0] ?? '') ? { ...JSON_LIMITS, values: MANY_VALUES } : JSON_LIMITS;
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

/** Inherited members of every object: a member with such a name could be mistaken for the object's class. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A reserved name, or an escape sequence that may encode one. */
const MAY_HOLD_RESERVED = /__proto__|constructor|prototype|\\u/;

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

/** Routes of external protocols: unknown members of their clients are dropped, while other routes refuse them. */
const TOLERANT = /^\/(v1|mcp|scim)(\/|$)/;

/**
 * Parses a JSON body. @throws DomainError (400) for bytes that are not UTF-8 or not JSON, InvalidInputError (422) for JSON beyond the
 * limits of `jsonExcess`, which is never parsed, and for members with the name of an inherited member, unless they are dropped. The message
 * does not repeat the body: parsers quote their input, which may be confidential.
 */
export function parseJson(
  bytes: Uint8Array,
  reserved: 'refuse' | 'drop' = 'refuse',
  limits: JsonLimits = JSON_LIMITS,
): unknown {
  const excess = jsonExcess(bytes, limits);
  if (excess !== undefined) throw new InvalidInputError([{ pointer: '', detail: `the body ${excess}` }]);
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
  // Almost no body has such a name. Searching the text is faster than checking a hundred thousand values.
  if (!MAY_HOLD_RESERVED.test(text)) return value;
  if (reserved === 'drop') dropReserved(value);
  else {
    const faults = reservedFaults(value);
    if (faults.length > 0) throw new InvalidInputError(faults);
  }
  return value;
}

/** A body must be an object or a list; the route's validation decides about lists. */
function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value;
  throw new InvalidInputError([{ pointer: '', detail: 'the body must be a JSON object' }]);
}

/** Returns the size limit of a JSON body for the route of a request. @throws DomainError (413) */
function readJson(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const limit = bodyLimit(request);
  const read = (bytes: Buffer) => (bytes.length === 0 ? undefined : jsonOf(request, bytes));
  return readWhole(request, payload, { limit, tooLarge: () => tooLarge(limit), read });
}

function jsonOf(request: FastifyRequest, bytes: Buffer): unknown {
  return requireObject(parseJson(bytes, TOLERANT.test(request.url) ? 'drop' : 'refuse', limitsOf(request)));
}

/** @throws DomainError (400) for bytes that are not UTF-8, (413) for too many */
function readText(request: FastifyRequest, payload: Readable): Promise<string> {
  const limit = bodyLimit(request);
  const read = (bytes: Buffer): string => {
    try {
      return UTF8.decode(bytes);
    } catch {
      throw new DomainError('unparsable', 'unparsable', 'The body is not valid UTF-8; encode it as UTF-8.');
    }
  };
  return readWhole(request, payload, { limit, tooLarge: () => tooLarge(limit), read });
}

/**
 * Registers the body parsers: JSON and text are read completely. Lines of JSON, and a database file for the import of cases, are streams
 * that the route reads and limits itself. Any other type is 415.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    (request: FastifyRequest, payload: Readable) => readJson(request, payload),
  );
  fastify.addContentTypeParser([...TEXTS.keys()], (request: FastifyRequest, payload: Readable) =>
    readText(request, payload),
  );
  fastify.addContentTypeParser('application/x-ndjson', (request, payload, done) =>
    done(null, readAsStream(request, payload, 'line')),
  );
  fastify.addContentTypeParser('application/vnd.sqlite3', (request, payload, done) =>
    done(null, readAsStream(request, payload, 'all')),
  );
}
