import { Agent, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { LoadShedder, ADMISSION_LIMITS, LoadLimits, LoadObserver, waitForPlaces } from './load-shedder.js';
import { registerBodyParsers } from '../body-parsers.js';
import { answerClientError } from '../parser-errors.js';
import { describeProblem, problemPlace } from '../problem.filter.js';
import { receiveBodies } from '../request-bodies.js';

const PLACES = 3;
const LIMITS = {
  ...ADMISSION_LIMITS,
  bounds: { floor: PLACES, ceiling: PLACES, finishWithinS: 2 },
  begin: { ...ADMISSION_LIMITS.begin, startsPerTurn: 1 },
};

describe('the load shedder', () => {
  let fastify: FastifyInstance;
  let finish: (() => void)[];
  let busyShare: number;
  let refusals: string[];
  let size: number;
  const watch: LoadObserver = {
    meter: () => () => busyShare,
    callsWaiting: () => 0,
    onRefused: ({ method }) => refusals.push(method ?? ''),
    origins: ['https://pages.example'],
  };
  const serverOf = (limits: LoadLimits): FastifyInstance => {
    const admission = new LoadShedder(limits);
    admission.follow(watch);
    const server = Fastify({
      serverFactory: admission.serve,
      clientErrorHandler: answerClientError,
      return503OnClosing: false,
    });
    registerBodyParsers(server);
    receiveBodies(server, admission.arrivals);
    waitForPlaces(server, admission);
    server.setErrorHandler((error, request, reply) => {
      const problem = describeProblem(error, problemPlace(request));
      return reply.status(problem.status).send(problem);
    });
    return server;
  };
  const agent = new Agent({ keepAlive: true });

  beforeEach(async () => {
    finish = [];
    size = 4;
    busyShare = 0;
    refusals = [];
    fastify = serverOf(LIMITS);
    fastify.post('/work', async () => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return 'x'.repeat(size);
    });
    for (const path of ['/health', '/metrics', '/test-sessions/s/events']) fastify.get(path, () => 'here');
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    finish.forEach((end) => end());
    await fastify.close();
  });

  const HEAD = 'POST /work HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  function open(sent: string): { client: Socket; read: () => string } {
    let read = '';
    const client = connect(port(), '127.0.0.1', () => client.write(sent));
    client.on('data', (bytes) => (read += String(bytes))).on('error', () => undefined);
    return { client, read: () => read };
  }
  const port = () => (fastify.server.address() as AddressInfo).port;
  function send(method: string, path: string, signal?: AbortSignal): Promise<{ status: number; retryAfter?: string }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ port: port(), method, path, agent, ...(signal ? { signal } : {}) }, (response) => {
        response.resume();
        const retryAfter = response.headers['retry-after'];
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, ...(retryAfter === undefined ? {} : { retryAfter }) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
  }
  const begun = async (count: number) => {
    while (finish.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  };

  it('refuses requests beyond the limit at once, with Retry-After', async () => {
    const taken = Array.from({ length: PLACES }, () => send('POST', '/work'));
    await begun(PLACES);
    expect(await send('POST', '/work')).toEqual({ status: 503, retryAfter: '1' });
    expect(refusals).toEqual(['POST']);
    finish.splice(0).forEach((end) => end());
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = send('POST', '/work');
    await begun(1);
    finish.splice(0).forEach((end) => end());
    expect((await next).status).toBe(200);
  });

  it('answers probes, metrics and the progress of sessions at full capacity', async () => {
    const taken = Array.from({ length: PLACES }, () => send('POST', '/work'));
    await begun(PLACES);
    for (const path of ['/health', '/metrics', '/test-sessions/s/events'])
      expect((await send('GET', path)).status).toBe(200);
    finish.forEach((end) => end());
    await Promise.all(taken);
  });

  it('does not count requests whose bodies are being received, and refuses them at full capacity when the bodies have arrived', async () => {
    const slow = Array.from({ length: 3 * PLACES }, () => open(`${HEAD}content-length: 2\r\n\r\n{`));
    await Promise.all(slow.map(({ client }) => once(client, 'connect')));
    const taken = Array.from({ length: PLACES }, () => send('POST', '/work'));
    await begun(PLACES);
    expect(slow.map(({ read }) => read()).join('')).toBe('');
    slow[0]?.client.write('}');
    while (slow[0]?.read() === '') await new Promise((resolve) => setTimeout(resolve, 2));
    expect(slow[0]?.read()).toContain('503 Service Unavailable');
    finish.splice(0).forEach((end) => end());
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
    slow[1]?.client.write('}');
    await begun(1);
    slow.forEach(({ client }) => client.destroy());
  });

  it('frees capacity when the answer is complete, not when its client has read it', async () => {
    fastify.server.closeAllConnections();
    const readers = Array.from({ length: PLACES }, () => open(`${HEAD}\r\n`));
    readers.forEach(({ client }) => client.pause());
    await begun(PLACES);
    size = 30_000_000;
    finish.splice(0).forEach((end) => end());
    const next = Array.from({ length: PLACES }, () => send('POST', '/work'));
    await begun(PLACES);
    size = 4;
    finish.splice(0).forEach((end) => end());
    expect((await Promise.all(next)).map(({ status }) => status)).toEqual([200, 200, 200]);
    readers.forEach(({ client }) => client.destroy());
  });

  it('answers an unfinished head with 408 as a problem', async () => {
    await fastify.close();
    fastify = serverOf({ ...LIMITS, headMs: 50 });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    for (const start of ['', 'GET / HTTP/1.1\r\nhost']) {
      const { client, read } = open(start);
      await once(client, 'close');
      expect(read()).toContain('HTTP/1.1 408');
      expect(read()).toContain('application/problem+json');
    }
  });

  it('frees the capacity of a client that disconnects', async () => {
    const leave = new AbortController();
    const taken = Array.from({ length: PLACES }, () => send('POST', '/work', leave.signal).catch(() => undefined));
    await begun(PLACES);
    leave.abort();
    await Promise.all(taken);
    finish = [];
    let last = send('POST', '/work');
    while (finish.length === 0) {
      const answered = await Promise.race([last, new Promise((resolve) => setTimeout(resolve, 5))]);
      if (answered !== undefined && finish.length === 0) last = send('POST', '/work');
    }
    finish.forEach((end) => end());
    expect((await last).status).toBe(200);
  });

  it('starts all requests of a burst in sequence', async () => {
    const burst = Array.from({ length: PLACES }, () => send('POST', '/work'));
    await begun(PLACES);
    finish.forEach((end) => end());
    expect((await Promise.all(burst)).every(({ status }) => status === 200)).toBe(true);
  });

  it('answers all requests in flight and refuses the next one if the machine is slow', async () => {
    await fastify.close();
    busyShare = 1;
    // Every measured rate is too slow for more than the floor.
    const bounds = { floor: 20, ceiling: 80, finishWithinS: 1e-6 };
    fastify = serverOf({ ...ADMISSION_LIMITS, bounds, begin: { ...ADMISSION_LIMITS.begin, begunWhenBusy: 40 } });
    fastify.post('/work', async () => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return 'done';
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    const sent = Array.from({ length: 80 }, () => send('POST', '/work'));
    await begun(40);
    for (let answered = 0; answered < 20; answered++) {
      finish.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const next = await send('POST', '/work');
    expect(next).toEqual({ status: 503, retryAfter: '1' });
    const end = setInterval(() => finish.splice(0).forEach((one) => one()), 5);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    clearInterval(end);
    expect(statuses).toEqual(sent.map(() => 200));
  });

  it('does not count requests that a program injects', async () => {
    for (let i = 0; i < 3 * PLACES; i++) {
      const handed = fastify.inject({ method: 'POST', url: '/work' });
      await begun(1);
      finish.splice(0).forEach((end) => end());
      expect((await handed).statusCode).toBe(200);
    }
  });
});
