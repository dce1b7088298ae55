import type { FastifyRequest } from 'fastify';
import { basePath } from '../domain/base-url.js';

/** Whether an address is a trusted proxy at this distance; Fastify's `trustProxy`. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** A path without a final slash, in which no segment is empty or begins with a dot: `//host` would be another server. */
const PREFIX = /^(?:\/[\w~-][\w.~-]{0,99}){1,8}$/u;
const HTTP = /^https?$/iu;

/** The path of `PUBLIC_URL` without its final slash: `/rag`, or nothing. */
export function publicPath(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : basePath(publicUrl);
}

/** The last value of a header that may have come several times or as a list: the one of the nearest proxy. */
function lastValue(header: string | string[] | undefined): string | undefined {
  return [header ?? []].flat().at(-1)?.split(',').at(-1)?.trim();
}

/**
 * Where clients reach this server: `PUBLIC_URL` when it is set, what a trusted proxy says, or the address of the request itself. The Host
 * of a request was checked before (`guardAgainstPages`).
 */
export class PublicAddress {
  private readonly path: string;

  constructor(
    private readonly publicUrl: string | undefined,
    private readonly trustsProxy: TrustsProxy,
  ) {
    this.path = publicPath(publicUrl);
  }

  /** The origin of `PUBLIC_URL`. */
  get publicOrigin(): string | undefined {
    return this.publicUrl === undefined ? undefined : new URL(this.publicUrl).origin;
  }

  /** The path before all routes, as clients see it: `/rag`, or nothing. */
  prefixOf(request: FastifyRequest): string {
    if (this.publicUrl !== undefined) return this.path;
    const given = this.isFromProxy(request) ? lastValue(request.headers['x-forwarded-prefix']) : undefined;
    const prefix = given?.replace(/\/$/u, '') ?? '';
    return PREFIX.test(prefix) ? prefix : '';
  }

  /** Scheme and host that the request was made to. @returns undefined when they are not well-formed */
  originOf(request: FastifyRequest): string | undefined {
    const scheme = HTTP.test(request.protocol) ? request.protocol.toLowerCase() : 'http';
    const url = `${scheme}://${request.host}`;
    return URL.canParse(url) ? new URL(url).origin : undefined;
  }

  /** The address that links begin with, without a final slash: `https://host/rag`. */
  baseOf(request: FastifyRequest): string {
    return `${this.publicOrigin ?? this.originOf(request) ?? ''}${this.prefixOf(request)}`;
  }

  /** Host names that a trusted proxy gives for the request. */
  forwardedHost(request: FastifyRequest): string | undefined {
    return this.isFromProxy(request) ? lastValue(request.headers['x-forwarded-host']) : undefined;
  }

  private isFromProxy({ socket }: FastifyRequest): boolean {
    return socket.remoteAddress !== undefined && this.trustsProxy(socket.remoteAddress, 0);
  }
}
