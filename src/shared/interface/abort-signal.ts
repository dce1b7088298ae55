import type { FastifyReply } from 'fastify';
import { onResponseClose } from './on-response-close.js';

/** Returns a signal that fires if the client disconnects before its answer is complete, so that its work stops. */
export function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onResponseClose(reply, (isFinished) => {
    if (!isFinished) controller.abort();
  });
  return controller.signal;
}
