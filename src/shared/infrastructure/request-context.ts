import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const requests = new AsyncLocalStorage<FastifyRequest>();

/** The request that the running code works for; undefined outside of one. */
export function currentRequest(): FastifyRequest | undefined {
  return requests.getStore();
}

/** Does something for a request whose own code has ended. */
export function forRequest<T>(request: FastifyRequest, work: () => T): T {
  return requests.run(request, work);
}

/** Remembers each request for the code that it calls. Behind the reading of the body, whose events belong to the connection. */
export function rememberRequests(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => requests.run(request, done));
}
