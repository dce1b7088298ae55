import type { FastifyReply } from 'fastify';
import { whenClosed } from './when-closed.js';

/** A signal that fires when the client goes away before it has its answer, so that no work is done for nobody. */
export function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  whenClosed(reply, (isFinished) => {
    if (!isFinished) controller.abort();
  });
  return controller.signal;
}
