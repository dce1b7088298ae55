import type { FastifyReply } from 'fastify';

type Work = (isFinished: boolean) => void;

const works = new WeakMap<FastifyReply['raw'], Work[]>();

/**
 * Registers a callback for the end of a response; callbacks run in the order of registration. The argument is whether the response was sent
 * completely. All callbacks share one listener: the framework has seven, and Node warns of a leak above ten. On the response, not the
 * socket: a kept-alive socket outlives its requests and would collect listeners.
 */
export function onResponseClose({ raw }: FastifyReply, work: Work): void {
  const waiting = works.get(raw);
  if (waiting !== undefined) {
    waiting.push(work);
    return;
  }
  const all = [work];
  works.set(raw, all);
  raw.once('close', () => {
    for (const one of all) one(raw.writableFinished);
  });
}

/** Returns a signal that fires if the client disconnects before its answer is complete, so that its work stops. */
export function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onResponseClose(reply, (isFinished) => {
    if (!isFinished) controller.abort();
  });
  return controller.signal;
}
