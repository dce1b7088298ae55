import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { temporaryFolder } from './support/application.js';
import {
  body,
  examine,
  Expected,
  foundByName,
  killWhileWriting,
  notFoundWhole,
  textOf,
} from './support/killed-store.js';
import { until } from './support/server-calls.js';
import { exitOf, startServer } from './support/started-server.js';

/** `npm run chaos` does fifty. */
const ROUNDS = 4;

describe('the stores', () => {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  const folder = () => {
    folders.push(temporaryFolder());
    return folders.at(-1) ?? '';
  };
  const start = async (dataFolder: string) => {
    const server = await startServer(dataFolder);
    children.push(server.process);
    return server;
  };
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await exitOf(child);
    }
    for (const dataFolder of folders) rmSync(dataFolder, { recursive: true, force: true });
  });

  it('keep every acknowledged document whole, and no part of any other, when the process is killed', async () => {
    const dataFolder = folder();
    const expected = new Expected();
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start(dataFolder);
      const { killedAfterMs, contradictions } = await killWhileWriting(server, { dataFolder, round, expected });
      // The moment is part of the value, so that a failure shows it.
      expect({ killedAfterMs, contradictions }).toEqual({ killedAfterMs, contradictions: [] });
    }
    expect(expected.acknowledged).toBeGreaterThan(ROUNDS);

    const server = await start(dataFolder);
    const stored = examine(dataFolder);
    const index = (await (await fetch(`${server.url}/index`)).json()) as { documents: number };
    expect(index.documents).toBe(stored.size);
    const [id, text] = expected.someStored() ?? ['', ''];
    const read = (await (await fetch(`${server.url}/documents/${id}`)).json()) as { text: string };
    expect(read.text).toBe(text);
    expect(await foundByName(server, id)).not.toEqual([]);
    expect(await notFoundWhole(server, dataFolder, [...stored.keys(), ...expected.absent()])).toEqual([]);
    server.process.kill('SIGTERM');
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
  });

  it('let a running request end after SIGTERM, take no new one, and close with exit code 0', async () => {
    const dataFolder = folder();
    const server = await start(dataFolder);
    // A proxy keeps its connections open; the server must not wait until the proxy closes them.
    const agent = new Agent({ keepAlive: true });
    const bulk = httpRequest(`${server.url}/documents/bulk`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const answered = once(bulk, 'response');
    bulk.on('error', () => undefined);
    answered.catch(() => undefined);
    bulk.write(`${body('before', textOf('before'))}\n`);
    // The first line has arrived when another connection, opened later, was answered.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await (await fetch(`${server.url}/health/live`)).arrayBuffer();

    server.process.kill('SIGTERM');
    await refusesConnections(server.url);
    bulk.end(`${body('after', textOf('after'))}\n`);
    const [response] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
    let answer = '';
    for await (const chunk of response) answer += String(chunk);
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({ indexed: 2, failed: 0 });
    const answeredAt = performance.now();
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
    // Not held up by the connection, which the client would keep.
    expect(performance.now() - answeredAt).toBeLessThan(4_000);
    agent.destroy();
    expect([...examine(dataFolder).keys()].sort()).toEqual(['after', 'before']);
  });
});

describe('a process behind a proxy', () => {
  it('answers as ever what a proxy was about to ask when it closed', async () => {
    const dataFolder = temporaryFolder();
    const server = await startServer(dataFolder);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /health/live HTTP/1.1\r\nhost: touchstone\r\n');
    // The first half has arrived when another connection, opened later, was answered.
    await fetch(`${server.url}/health/live`, { headers: { connection: 'close' } });
    server.process.kill('SIGTERM');
    await refusesConnections(server.url);
    socket.write('\r\n');
    let answer = '';
    for await (const bytes of socket) answer += String(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u);
    expect(answer).toMatch(/\r\nconnection: close\r\n/u);
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
    rmSync(dataFolder, { recursive: true, force: true });
  }, 30_000);

  it('answers for an interval after SIGTERM, reports that it is not ready, and then ends', async () => {
    const dataFolder = temporaryFolder();
    const server = await startServer(dataFolder, { SHUTDOWN_DRAIN_MS: '2000', PIPELINE_TIMEOUT_MULTIPLIER: '60' });
    const ask = (path: string) => fetch(`${server.url}${path}`);
    expect((await ask('/health/ready')).status).toBe(200);
    server.process.kill('SIGTERM');
    await until(
      async () => (await ask('/health/ready')).status,
      (status) => status === 503,
    );
    const other = await ask('/health/live');
    expect([other.status, other.headers.get('connection')]).toEqual([200, 'close']);
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
    rmSync(dataFolder, { recursive: true, force: true });
  }, 30_000);
});

/** Waits until a new connection is refused or answered with 503, for at most three seconds. */
async function refusesConnections(url: string): Promise<void> {
  const end = Date.now() + 3_000;
  while (Date.now() < end) {
    const status = await fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 0 || status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The server still takes requests after SIGTERM.');
}
