import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { DomainError } from '../domain/domain-error.js';
import { ARRIVAL_RULES, BodyArrivals } from './body-arrivals.js';
import { registerBodyParsers } from './body-parsers.js';
import { freeBytes } from './growing-bytes.js';
import { describeProblem, problemPlace } from './problem.filter.js';
import { DISCARD_RULES, DiscardRules, receiveBodies, ChunkMeter } from './request-bodies.js';
import fc from 'fast-check';

describe('the bodies of requests', () => {
  let server: FastifyInstance;
  let arrivals: BodyArrivals;
  let nowMs: number;
  let clients: Socket[];
  let lines: string[];

  beforeEach(() => ([nowMs, clients, lines] = [0, [], []]));
  afterEach(async () => {
    clients.forEach((client) => client.destroy());
    await server.close();
  });

  async function serve(discard: DiscardRules = DISCARD_RULES, heldBytes = ARRIVAL_RULES.heldBytes): Promise<void> {
    arrivals = new BodyArrivals({ ...ARRIVAL_RULES, heldBytes }, () => nowMs);
    server = Fastify();
    registerBodyParsers(server);
    receiveBodies(server, arrivals, discard);
    server.setErrorHandler((error, request, reply) => {
      const problem = describeProblem(error, problemPlace(request));
      return reply.status(problem.status).send(problem);
    });
    server.post('/search', (request) => ({ got: request.body }));
    server.post('/closed', {
      onRequest: (_request, _reply, done) => done(new DomainError('unauthorised', 'unauthorised', 'no key')),
      handler: () => 'open',
    });
    server.post('/documents/bulk', async (request) => {
      for await (const chunk of request.body as AsyncIterable<Buffer>) {
        lines.push(chunk.toString());
        freeBytes(chunk);
      }
      return { lines: lines.length };
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  }
  const head = (path: string, length: number, type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  function open(sent: string): { client: Socket; read: () => string } {
    let read = '';
    const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1', () => client.write(sent));
    client.on('data', (bytes) => (read += String(bytes))).on('error', () => undefined);
    clients.push(client);
    return { client, read: () => read };
  }
  const status = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);

  it('that are too slow are answered with 408 as a problem', async () => {
    await serve();
    const { client, read } = open(`${head('/search', 100)}{"a":`);
    await until(() => arrivals.size === 1);
    nowMs += 30_000;
    client.write('1');
    arrivals.sweep();
    await until(() => read() !== '');
    expect(status(read())).toBe(408);
    expect(read()).toContain('urn:touchstone:problem:too-slow');
    await until(() => arrivals.size === 0);
  });

  it.each(['/search', '/documents/bulk'])(
    'to %s in chunks of a few bytes are refused, whatever their length',
    async (path) => {
      await serve();
      const type = path === '/search' ? 'application/json' : 'application/x-ndjson';
      const { read } = open(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${'2\r\n  \r\n'.repeat(3_000)}`,
      );
      await until(() => read() !== '');
      expect(status(read())).toBe(400);
      expect(read()).toContain('larger chunks');
    },
  );

  it('that were refused are not read on when they come in chunks of a few bytes', async () => {
    await serve();
    const { client, read } = open(
      'POST /closed HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
    );
    await until(() => read() !== '');
    expect(status(read())).toBe(401);
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write('2\r\n  \r\n'.repeat(3_000));
    await closed;
  });

  it('of lines end with 408 as well, after what they brought', async () => {
    await serve();
    const { read } = open(`${head('/documents/bulk', 100, 'application/x-ndjson')}{}\n{"a":`);
    await until(() => lines.length > 0);
    nowMs += 30_000;
    arrivals.sweep();
    await until(() => read() !== '');
    expect(status(read())).toBe(408);
  });

  it('are not read if the route refuses the caller, and the connection serves the next request', async () => {
    await serve();
    const body = JSON.stringify({ text: 'x'.repeat(3_000_000) });
    const { client, read } = open(`${head('/closed', body.length)}${body.slice(0, 10)}`);
    await until(() => read() !== '');
    expect([status(read()), arrivals.size, arrivals.held]).toEqual([401, 0, 0]);
    client.write(`${body.slice(10)}${head('/search', 7)}{"a":1}`);
    await until(() => read().includes('{"got":{"a":1}}'));
  });

  it('that continue after their answer are read only briefly', async () => {
    await serve({ ms: 30, bytes: 1_000_000_000 });
    const { client, read } = open(`${head('/closed', 1_000_000)}{`);
    await new Promise((resolve) => client.once('close', resolve));
    expect(status(read())).toBe(401);
  });

  it('that continue without end after their answer are closed', async () => {
    await serve({ ms: 3_600_000, bytes: 100_000 });
    const { client } = open(head('/closed', 1e12));
    const drip = setInterval(() => client.write('x'.repeat(100_000)), 1);
    await new Promise((resolve) => client.once('close', resolve));
    clearInterval(drip);
  });

  it('above the limit of their route are refused as soon as that is seen', async () => {
    await serve();
    const announced = open(head('/search', 2_000_000));
    await until(() => announced.read() !== '');
    const chunk = 'a'.repeat(600_000);
    const part = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    const unannounced = open(
      `POST /search HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${part}${part}`,
    );
    await until(() => unannounced.read() !== '');
    expect([announced, unannounced].map(({ read }) => status(read()))).toEqual([413, 413]);
  });

  it.each(['/search', '/documents/bulk'])('that a program of this process hands in to %s stay its own', async (url) => {
    await serve();
    const payload = Buffer.from(JSON.stringify({ text: 'x'.repeat(100_000) }));
    const before = Buffer.from(payload);
    const type = url === '/search' ? 'application/json' : 'application/x-ndjson';
    const { statusCode } = await server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    expect(statusCode).toBe(200);
    expect(payload.equals(before)).toBe(true);
  });

  it('to no route are answered with 404 before they are read', async () => {
    await serve();
    const { read } = open(head('/nowhere', 900_000, 'text/odd'));
    await until(() => read() !== '');
    expect(status(read())).toBe(404);
  });

  it.each([
    ['/search', 'application/x-ndjson', ''],
    ['/search', 'application/vnd.sqlite3', ''],
    ['/search', 'multipart/form-data; boundary=x', ''],
    ['/search', 'application/json', 'content-encoding: gzip\r\n'],
  ])('to %s as %s %s are not taken', async (path, type, more) => {
    await serve();
    const { read } = open(head(path, 900_000, type).replace('host: x\r\n', `host: x\r\n${more}`));
    await until(() => read() !== '');
    expect(status(read())).toBe(415);
  });

  it('that hold too much together are refused with 503, or closed where they are slow, and are free when they are over', async () => {
    await serve(DISCARD_RULES, 300_000);
    const body = JSON.stringify({ text: 'x'.repeat(250_000) });
    const first = open(`${head('/search', body.length)}${body.slice(0, -1)}`);
    await until(() => arrivals.held > 249_000);
    const second = open(`${head('/search', body.length)}${body.slice(0, -1)}`);
    await until(() => second.read() !== '');
    expect([status(second.read()), first.read()]).toEqual([503, '']);
    nowMs += 2_000;
    const third = open(`${head('/search', body.length)}${body}`);
    await until(() => first.read() !== '' && third.read() !== '');
    expect([first, third].map(({ read }) => status(read()))).toEqual([503, 200]);
    await until(() => arrivals.held === 0);
  });
});

describe('ChunkMeter', () => {
  const holds = (chunks: number, bytes: number) => {
    const meter = new ChunkMeter();
    for (let i = 1; i < chunks; i++) meter.take(bytes);
    return meter.take(bytes);
  };

  it('accepts a small body byte by byte, but not a large one', () => {
    expect([holds(2_000, 1), holds(2_001, 1), holds(450_000, 2)]).toEqual([true, false, false]);
  });

  it('accepts any number of chunks of 32 bytes or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 32, max: 65_536 }), (chunks, bytes) =>
        holds(chunks, bytes),
      ),
    );
  });
});
