import type { FastifyReply } from 'fastify';
import { onResponseClose } from './on-response-close.js';

/** A signal that fires when the client goes away before it has its answer, so that no work is done for nobody. */
export function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onResponseClose(reply, (isFinished) => {
    if (!isFinished) controller.abort();
  });
  return controller.signal;
}
