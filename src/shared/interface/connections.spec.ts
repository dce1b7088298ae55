import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ConnectionRules, Connections } from './connections.js';

const RULES: ConnectionRules = { most: 3, stalledMs: 3_600_000, waitingBytes: 1_000_000 };
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

describe('connections', () => {
  let server: Server;
  let connections: Connections;
  let answers: ServerResponse[];
  let stalled: ServerResponse[];
  let slowestClosed: number;
  let clients: Socket[];

  beforeEach(() => ([answers, stalled, slowestClosed, clients] = [[], [], 0, []]));
  afterEach(async () => {
    clients.forEach((client) => client.destroy());
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function serve(rules: Partial<ConnectionRules> = {}): Promise<void> {
    connections = new Connections(
      { ...RULES, ...rules },
      { closeSlowest: () => slowestClosed++ === 0, onStalled: (response) => stalled.push(response) },
    );
    server = createServer((request, response) => {
      const { socket } = request;
      connections.began(request, response);
      response.once('close', () => connections.ended(socket, response));
      answers.push(response);
    });
    connections.follow(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  async function open(sent = ''): Promise<Socket> {
    const before = answers.length;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    clients.push(client);
    const arrived = once(server, 'connection');
    await arrived;
    if (sent !== '') client.write(sent);
    if (sent === GET) await until(() => answers.length > before);
    return client;
  }

  it('beyond the limit end with the oldest that has no request, be its head unfinished', async () => {
    await serve();
    const working = await open(GET);
    const unfinished = await open('GET / HT');
    const idle = await open();
    const next = await open();
    await once(unfinished, 'close');
    await open();
    await once(idle, 'close');
    expect([working.destroyed, next.destroyed, connections.size]).toEqual([false, false, 3]);
  });

  it('that all work cost the slowest body, then the newcomer', async () => {
    await serve();
    for (let i = 0; i < 3; i++) await open(GET);
    await open();
    expect(slowestClosed).toBe(1);
    // The fourth is idle, so that it makes room for the fifth.
    await once(await open(), 'connect').catch(() => undefined);
    await until(() => clients[3]?.destroyed === true);
  });

  it('that take no answer are noticed, and the largest end when they hold too much together', async () => {
    await serve({ waitingBytes: 12_000_000 });
    const large = await open(GET);
    const small = await open(GET);
    large.pause();
    small.pause();
    answers[0]?.end(Buffer.alloc(30_000_000));
    answers[1]?.end(Buffer.alloc(10_000_000));
    connections.sweep();
    expect([stalled.length, server.listening]).toEqual([0, true]);
    connections.sweep();
    expect(new Set(stalled)).toEqual(new Set(answers));
    large.resume();
    await once(large, 'close');
    expect(small.destroyed).toBe(false);
  });

  it('that take no byte of an answer for the time limit are closed; one whose answer is being made is not', async () => {
    await serve({ stalledMs: 60 });
    const waiting = await open(GET);
    const stalledClient = await open(GET);
    stalledClient.pause();
    const closed = new Promise((resolve) => answers[1]?.socket?.once('close', resolve));
    answers[1]?.end(Buffer.alloc(30_000_000));
    await closed;
    answers[0]?.end('late');
    expect(String(await once(waiting, 'data'))).toContain('late');
  });
});
