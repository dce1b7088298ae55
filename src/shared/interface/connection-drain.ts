import type { FastifyInstance } from 'fastify';

/** Interval of the check for idle connections while the server closes. */
const LOOK_EVERY_MS = 100;

/**
 * Lets a closing server end as soon as its last request is answered. Fastify closes connections that are idle at the start of the shutdown.
 * A connection with a request at that moment would stay open for its keep-alive limit, longer than a shutdown may take.
 * @param isLeaving whether the server is about to close. Answers then have `Connection: close`, so that a proxy does not send its next
 * request on a closing connection
 */
export function drainConnections(fastify: FastifyInstance, isLeaving: () => boolean): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    const { server } = fastify;
    if (server.listening) {
      const timer = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
      server.once('close', () => clearInterval(timer));
    }
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    // Prevents the client from sending its next request on this connection.
    if (closing || isLeaving()) void reply.header('connection', 'close');
    done(null, payload);
  });
}
