import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostileBody, type HostileBody, hostileQuery, randomOf } from './fuzz/hostile-bodies.js';
import type { LoopReport, LongTurn } from './fuzz/loop-monitor.js';
import { exampleOf, type OpenApiDocument, type Operation, operationsOf } from './support/open-api.js';
import { exitOf, type Server, startServer } from './support/started-server.js';

const MONITOR = fileURLToPath(new URL('./fuzz/loop-monitor.js', import.meta.url));
/** Total number of bodies: SECURITY.md promises FUZZ_BODIES=20000; the suite uses fewer to save time. */
const BODIES = Number(process.env['FUZZ_BODIES'] ?? 1_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261126);
/** Where to write what the server did in its long turns. */
const STACKS = process.env['FUZZ_STACKS'];
/** As `npm start` has them. */
const FLAGS = ['--v8-pool-size=0', '--max-semi-space-size=8'];
/** As the image has them. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_TRIM_THRESHOLD_: '4000000' };
const AT_A_TIME = 2;
/** Processor time of the main thread in one turn of the event loop. */
const LONGEST_TURN_MS = 250;
const HIGHEST_RSS_MB = 700;

interface Sent {
  readonly what: string;
  readonly status: number;
  readonly from: number;
  readonly until: number;
}

describe('hostile bodies of every kind to every route', () => {
  let server: Server;
  let folder: string;
  let report: string;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-fuzz-'));
    report = path.join(folder, 'loop.json');
    const settings = {
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${MONITOR}`,
      LOOP_REPORT: report,
      ...(STACKS === undefined ? {} : { LOOP_STACKS: path.resolve(STACKS) }),
      SAMPLE_DATA: 'load',
      ...ALLOCATOR,
    };
    server = await startServer(folder, settings, FLAGS);
  });
  afterAll(async () => {
    agent.destroy();
    server.process.kill('SIGKILL');
    await exitOf(server.process);
    rmSync(folder, { recursive: true, force: true });
  });

  function send(operation: Operation, query: string, body: HostileBody): Promise<number> {
    return new Promise((resolve) => {
      const headers = { ...body.headers, 'content-length': body.bytes.length };
      const url = `${server.url}${operation.url}${query}`;
      const sent = httpRequest(url, { method: operation.method, headers, agent }, (response) => {
        response
          .on('error', () => resolve(0))
          .resume()
          .on('end', () => resolve(response.statusCode ?? 0));
        // A stream of events does not end; only its status counts.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve(response.statusCode ?? 0);
          response.destroy();
        }
      });
      sent.on('error', () => resolve(0));
      sent.end(body.bytes);
    });
  }

  it('block the event loop for less than 250 ms, cause no server error, and take less than 700 MB', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApiDocument;
    const operations = operationsOf(document).filter(
      ({ method, operation }) => method !== 'GET' || operation.requestBody === undefined,
    );
    const random = randomOf(SEED);
    const sent: Sent[] = [];
    const loop = (): LoopReport => JSON.parse(readFileSync(report, 'utf8')) as LoopReport;
    const startedAt = Date.now();
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < BODIES) {
        const number = next++;
        const writing = operations.filter(({ operation }) => operation.requestBody !== undefined);
        const from = random() < 0.85 ? writing : operations;
        const operation = from[Math.floor(random() * from.length)];
        if (operation === undefined) throw new Error('the document names no operation');
        const schema = operation.operation.requestBody?.content['application/json']?.schema;
        const body = hostileBody(random, schema === undefined ? {} : exampleOf(document, schema, 'all'));
        const query = random() < 0.2 ? hostileQuery(random) : '';
        const began = Date.now();
        const status = await send(operation, query, body);
        const what = `${number} ${operation.name}${query.slice(0, 30)}: ${body.name}, ${body.bytes.length} bytes, ${body.bytes.toString('latin1', 0, 60)}`;
        sent.push({ what, status, from: began, until: Date.now() });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { longest, collections, highestRssMb, heapMb } = loop();
    const during = (turn: LongTurn) =>
      sent
        .filter(({ from, until }) => from <= turn.at && until >= turn.at - turn.wallMs)
        .map(({ what, status }) => `${status} ${what}`);
    const collectedIn = (turn: LongTurn) =>
      collections
        .filter(({ at, wallMs }) => at <= turn.at && at + wallMs >= turn.at - turn.wallMs)
        .map(({ wallMs }) => wallMs);
    const tooLong = longest.filter(({ at, cpuMs }) => at > startedAt && cpuMs > LONGEST_TURN_MS);
    if (process.env['FUZZ_BODIES'] !== undefined) {
      const top = longest.filter(({ at }) => at > startedAt).slice(0, 15);
      process.stdout.write(
        `${JSON.stringify({ top: top.map((turn) => ({ ...turn, collections: collectedIn(turn), during: during(turn) })), highestRssMb, heapMb, statuses: [...new Set(sent.map(({ status }) => status))].map((s) => [s, sent.filter(({ status }) => status === s).length]) }, null, 1)}\n`,
      );
    }
    expect(sent.filter(({ status }) => status === 500)).toEqual([]);
    expect(tooLong.map((turn) => ({ ...turn, during: during(turn) }))).toEqual([]);
    expect(highestRssMb).toBeLessThan(HIGHEST_RSS_MB);
    expect(sent.filter(({ status }) => status === 0).length).toBeLessThan(BODIES / 20);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  }, 3_600_000);
});
