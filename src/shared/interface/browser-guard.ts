import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error.js';
import type { OwnHosts } from './own-hosts.js';
import type { PublicAddress } from './public-address.js';

/** Probes may use any address; they only learn whether the process is ready. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health/live', '/health/ready']);
/** Safe methods; browsers do not let a page of another origin read their answers. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/iu;
const SHOWN_CHARACTERS = 100;

/** Host names of this server, and origins that may send changing requests. */
export interface BrowserRules {
  readonly hosts: OwnHosts;
  readonly address: PublicAddress;
  /** `CORS_ALLOWED_ORIGINS`. */
  readonly allowedOrigins: readonly string[];
}

/** Returns every host that a request names: Host headers, an absolute URL, and the forwarded host of a trusted proxy. */
function hostsNamed(request: FastifyRequest, address: PublicAddress): string[] {
  const { raw, headers } = request;
  const lines = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  const given = headers.host ?? headers[':authority'];
  // Node keeps the first of two Host headers, but a proxy may use the second.
  const host = typeof given === 'string' && lines < 2 ? given : '';
  return [host, ABSOLUTE_URL.exec(raw.url ?? '')?.[1] ?? [], address.forwardedHost(request) ?? []].flat();
}

function shown(value: string): string {
  return value.slice(0, SHOWN_CHARACTERS);
}

function foreignHost(host: string): DomainError {
  const what =
    host === '' ? 'The request has no single Host header' : `The host '${shown(host)}' is not a name of this server`;
  const cure = 'ask by a name or address of this machine, or add the name to ALLOWED_HOSTS or set PUBLIC_URL to it';
  return new DomainError('forbidden', 'host', `${what}; ${cure}.`);
}

function foreignOrigin(origin: string | undefined): DomainError {
  const what =
    origin === undefined
      ? 'A page of another site may not use this server'
      : `A page of the origin '${shown(origin)}' may not use this server`;
  const cure = 'add its origin to CORS_ALLOWED_ORIGINS, or set PUBLIC_URL when it is the address of this server';
  return new DomainError('forbidden', 'origin', `${what}; ${cure}.`);
}

/** Programs send no Origin; browsers send it with every changing request. */
function isForeign(request: FastifyRequest, { address, allowedOrigins }: BrowserRules): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return typeof site === 'string' && site.toLowerCase() === 'cross-site';
  if (allowedOrigins.includes(origin)) return false;
  return origin !== address.publicOrigin && origin !== address.originOf(request);
}

/**
 * Whether a page of another site sends a safe request in the background, for example for an image or from a script. The page cannot read
 * the answer, but the request costs time and counts against the rate limit of the visitor. Following a link is not such a request.
 */
function isHotlinked(request: FastifyRequest, rules: BrowserRules): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request.headers;
  const isCrossSite = typeof site === 'string' && site.toLowerCase() === 'cross-site';
  return isCrossSite && typeof mode === 'string' && mode.toLowerCase() !== 'navigate' && isForeign(request, rules);
}

/**
 * @throws DomainError (403) for a foreign host, for a changing request of a page of another origin, and for background requests of such a
 * page
 */
function checkHostAndOrigin(request: FastifyRequest, rules: BrowserRules): void {
  if (!PROBES.has(request.routeOptions.url)) {
    const foreign = hostsNamed(request, rules.address).find((host) => !rules.hosts.has(host));
    if (foreign !== undefined) throw foreignHost(foreign);
  }
  const isForbidden = READING.has(request.method) ? isHotlinked(request, rules) : isForeign(request, rules);
  if (isForbidden) throw foreignOrigin(request.headers.origin);
}

/**
 * Prevents foreign web pages from using this server through the browser of their visitor: on every route, before the key, the body and the
 * handler. Register it before any route and plugin.
 */
export function guardAgainstPages(fastify: FastifyInstance, rules: BrowserRules): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    try {
      checkHostAndOrigin(request, rules);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('The request could not be checked.'));
    }
  });
}
