import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const requests = new AsyncLocalStorage<FastifyRequest>();

/** Returns the request of the running code; undefined outside of a request. */
export function currentRequest(): FastifyRequest | undefined {
  return requests.getStore();
}

/** Runs code in the context of a request whose handler has ended. */
export function forRequest<T>(request: FastifyRequest, work: () => T): T {
  return requests.run(request, work);
}

/** Binds each request to the code that it calls. Runs after the body is read, since the events of the body belong to the connection. */
export function rememberRequests(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => requests.run(request, done));
}
