import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a body may take to arrive, in milliseconds. */
export interface ArrivalLimits {
  /** Without any byte. It holds for streams of documents too, which may go on for hours. */
  readonly idleMs: number;
  /** From the first byte of a JSON body to its last: 11 MB at the speed of an old telephone line. */
  readonly totalMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { idleMs: 30_000, totalMs: 180_000 };

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closes the connection of a client that leaves its body unfinished: each holds memory and a place among the connections for as
 * long as it likes. Fastify sets no such limit, and Node's own would end long streams of documents.
 */
export function limitBodyArrival(fastify: FastifyInstance, { idleMs, totalMs }: ArrivalLimits = ARRIVAL_LIMITS): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    // Requests that are handed in by a program of this process have no connection.
    if (hasBody(request) && socket instanceof Socket) {
      const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
      const leave = () => socket.destroy();
      const total = isJson ? setTimeout(leave, totalMs).unref() : undefined;
      socket.setTimeout(idleMs, leave);
      const stop = () => {
        clearTimeout(total);
        socket.off('timeout', leave).setTimeout(0);
      };
      // A body that is refused is never read to its end; its request closes with the answer.
      raw.once('end', stop);
      raw.once('close', stop);
    }
    done();
  });
}
