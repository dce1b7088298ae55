import { connect } from 'node:net';
import fastify, { FastifyInstance } from 'fastify';
import { ArrivalLimits, limitBodyArrival } from './body-arrival.js';

let server: FastifyInstance;
afterEach(() => server.close());

function portOf(listening: FastifyInstance): number {
  const address = listening.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Sends the beginning of a request, then a byte now and then; gives what came back before the connection was closed. */
async function send(limits: ArrivalLimits, head: string, everyMs?: number): Promise<string> {
  server = fastify();
  limitBodyArrival(server, limits);
  server.addContentTypeParser('application/x-ndjson', (_request, payload, done) => done(null, payload));
  server.post('/', () => ({ read: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(server);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const drip = everyMs === undefined ? undefined : setInterval(() => socket.write(' '), everyMs);
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(answer);
    });
    socket.on('connect', () => socket.write(head, (error) => error && reject(error)));
  });
}

const NEVER = 3_600_000;
const head = (type: string, length: number, connection = 'keep-alive') =>
  `POST / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

describe('limitBodyArrival', () => {
  it('closes on a client that begins a body and sends no more', async () => {
    expect(await send({ idleMs: 50, totalMs: NEVER }, `${head('application/json', 100)}{"a":`)).not.toContain('read');
  });

  it('closes on a client that drips its JSON body for ever', async () => {
    expect(await send({ idleMs: NEVER, totalMs: 100 }, `${head('application/json', 1e6)}{`, 10)).not.toContain('read');
  });

  it('answers a body that arrives', async () => {
    const whole = `${head('application/json', 2, 'close')}{}`;
    expect(await send({ idleMs: NEVER, totalMs: NEVER }, whole)).toContain('{"read":true}');
  });

  it('leaves a finished request alone, however long its connection stays', async () => {
    const limits = { idleMs: 40, totalMs: 40 };
    const first = `${head('application/json', 2)}{}`;
    server = fastify({ keepAliveTimeout: NEVER });
    limitBodyArrival(server, limits);
    server.post('/', () => new Promise((resolve) => setTimeout(() => resolve({ read: true }), 150)));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(portOf(server), '127.0.0.1', () => socket.write(first));
      socket.on('data', (bytes) => {
        resolve(bytes.toString());
        socket.destroy();
      });
      socket.on('close', () => resolve('closed'));
    });
    expect(answer).toContain('{"read":true}');
  });
});
