import { MethodNotAllowedException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

interface Route {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

const PARAMETER = ':';
const ANY = '*';

function segmentsOf(path: string): readonly string[] {
  return (path.split('?')[0] ?? '').split('/');
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === ANY) return path.length >= pattern.length && pattern.slice(0, -1).every(sameIn(path));
  return pattern.length === path.length && pattern.every(sameIn(path));
}

const sameIn = (path: readonly string[]) => (segment: string, i: number) =>
  segment.includes(PARAMETER) ? path[i] !== '' : segment === path[i];

/** The methods of each path, for the `Allow` header of a 405 (RFC 9110, 15.5.6). */
export class RouteMethods {
  private readonly routes = new Map<string, Route>();

  /** Records every route that is added. Call it before the first one. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      const route = this.routes.get(url) ?? { segments: segmentsOf(url), methods: new Set() };
      for (const each of Array.isArray(method) ? method : [method]) route.methods.add(each);
      this.routes.set(url, route);
    });
  }

  /**
   * Returns the methods of all routes that match a path, sorted; empty if there is none. OPTIONS is ignored, since preflights are answered
   * on every path.
   */
  of(url: string): readonly string[] {
    const path = segmentsOf(url);
    const methods = [...this.routes.values()]
      .filter((route) => fits(route.segments, path))
      .flatMap((route) => [...route.methods]);
    return [...new Set(methods)].filter((method) => method !== 'OPTIONS').sort();
  }
}

/**
 * Refuses an unsupported method of a known path before the body is read.
 * @throws MethodNotAllowedException from the hook (405, with `Allow`)
 */
export function refuseOtherMethods(fastify: FastifyInstance, routes: RouteMethods): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // OPTIONS is a route of every path, which takes preflights alone.
    const isOther = request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined;
    const methods = request.is404 || isOther ? routes.of(request.url) : [];
    if (methods.length === 0) {
      done();
      return;
    }
    void reply.header('allow', methods.join(', '));
    done(new MethodNotAllowedException());
  });
}
