import type { FastifyReply } from 'fastify';

/** A signal that fires when the client goes away before it has its answer, so that no work is done for nobody. */
export function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  // On the response, not the socket: a kept-alive socket outlives its requests and would collect listeners.
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
