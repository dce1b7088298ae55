import type { FastifyReply } from 'fastify';

type Work = (isFinished: boolean) => void;

const works = new WeakMap<FastifyReply['raw'], Work[]>();

/**
 * Does something when a response is over, in the order of the calls; told whether all of it was sent or the client left before.
 * One listener for everybody: with the framework's own seven a streamed response has room for ten before Node warns of a leak.
 * On the response, not the socket: a kept-alive socket outlives its requests and would collect listeners.
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
