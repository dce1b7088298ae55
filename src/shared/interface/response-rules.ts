import { createHash } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const DOCUMENTATION = /^\/docs(?:\/|$)|^\/openapi\.json$/u;
/** Routes whose answers are the same for everybody. Pages and metadata name a cache rule of their own. */
const FOR_EVERYBODY = /^\/assets\/|^\/health\/(?:live|ready)$/u;
const READING = new Set(['GET', 'HEAD']);
/** Smaller answers do not get shorter by what the headers of compression take. */
const COMPRESS_FROM_BYTES = 1024;
/** Texts that are read as a whole. Event streams and lines of JSON are read as they come, so nothing may hold them back. */
const COMPRESSED =
  /^(?:application\/(?:(?:[\w.-]+\+)?json|yaml|javascript)|text\/(?:html|css|javascript|markdown|plain)|image\/svg\+xml)(?:;|$)/u;

/** Whether a route serves Swagger UI or the OpenAPI document. */
export function isDocumentation(url: string): boolean {
  return DOCUMENTATION.test(url);
}

function isWhole(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

/** Whether a client has the version with this weak tag (RFC 9110, section 13.1.2). */
function hasVersion(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^(?!W\/)/u, 'W/'));
  return known.includes(tag);
}

/**
 * Rules for caches and for the size of answers: what belongs to a caller is stored nowhere, a client that has the current version of an
 * answer gets 304, and texts are compressed. An answer with a new secret is not compressed: together with text of the caller its length
 * would reveal the secret (BREACH).
 */
export async function ruleResponses(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (!FOR_EVERYBODY.test(url)) reply.header('cache-control', isDocumentation(url) ? 'no-cache' : 'no-store');
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!READING.has(request.method) || reply.statusCode !== 200 || !isWhole(payload)) {
      done(null, payload);
      return;
    }
    // Weak, since the same version is sent in several encodings.
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    const isKnown = hasVersion(request.headers['if-none-match'], tag);
    if (isKnown) reply.code(304);
    done(null, isKnown ? null : payload);
  });
  fastify.addHook('onRoute', (route) => {
    if (route.config?.access?.showsSecret === true) route.compress = false;
  });
  await fastify.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    customTypes: COMPRESSED,
    // A small body could decompress to any size.
    globalDecompression: false,
  });
}
