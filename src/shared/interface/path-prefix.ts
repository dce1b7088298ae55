import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { publicPath } from './public-address.js';

function firstSegment(path: string): string {
  return path.split(/[/?]/u)[1] ?? '';
}

/**
 * The path of `PUBLIC_URL` before all routes. Most proxies take it off; where one passes it on it is taken off here, so that `/rag/docs`
 * and `/docs` are the same route.
 */
export class PathPrefix {
  private readonly path: string;
  private readonly segments = new Set<string>();

  constructor(publicUrl: string | undefined) {
    this.path = publicPath(publicUrl);
  }

  /** Notes every route that is added. Call it before the first one. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url }) => void this.segments.add(firstSegment(url)));
  }

  /** Fastify's `rewriteUrl`. A prefix that is also the start of a route is not taken off: only the proxy knows which one is meant. */
  readonly withoutPrefix = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    const { path } = this;
    if (path === '' || !url.startsWith(path) || this.segments.has(firstSegment(path))) return url;
    const rest = url.slice(path.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : url;
  };
}
