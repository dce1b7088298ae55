import type { FastifyInstance } from 'fastify';

/** How often connections that went idle are looked for while the server closes. */
const LOOK_EVERY_MS = 100;

/**
 * Lets a closing server end as soon as its last request is answered. Fastify closes connections that are idle when the close
 * begins; one that carries a request at that moment would stay open for its keep-alive limit, longer than a shutdown may take.
 * @param isLeaving whether the server is about to close: a proxy that is told so with an answer does not send its next request into
 * a connection that is closed at that moment
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
    // Tells the client not to send its next request on this connection.
    if (closing || isLeaving()) void reply.header('connection', 'close');
    done(null, payload);
  });
}
