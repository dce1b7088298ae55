import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { OWN_FILES, readOwn } from '../bench-answers/question-set.js';
import { startApplication } from '../support/application.js';

const USAGE = `npm run bench:streams -- [options]
Asks the samples over HTTP for answers as server-sent events and reports when the first event and the last one arrived.
  --requests N     default 400
  --connections N  asked at the same time, default 1
  --help`;

const WARM_UP = 40;

interface Streamed {
  /** Milliseconds from sending the question. */
  readonly firstMs: number;
  readonly lastMs: number;
}

function ask(port: number, message: string): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ message });
    const started = performance.now();
    let firstMs: number | undefined;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'text/event-stream',
    };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/chat/run', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode ?? 0}`));
      response.on('data', () => (firstMs ??= performance.now() - started));
      response.on('end', () => resolve({ firstMs: firstMs ?? Infinity, lastMs: performance.now() - started }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)} ms`;
}

/** @returns the exit code */
export async function main(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: { requests: { type: 'string' }, connections: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const [count, connections] = [Number(values.requests ?? 400), Number(values.connections ?? 1)];
  const running = await startApplication();
  try {
    await running.app.get(SampleLoader, { strict: false }).load(() => undefined);
    await running.app.listen(0, '127.0.0.1');
    const port = Number(new URL(await running.app.getUrl()).port);
    const { questions } = readOwn(OWN_FILES);
    const question = (i: number) => questions[i % questions.length]?.text ?? '';
    for (let i = 0; i < WARM_UP; i++) await ask(port, question(i));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const streamed: Streamed[] = [];
    let next = WARM_UP;
    const asker = async () => {
      while (next < count + WARM_UP) streamed.push(await ask(port, question(next++)));
    };
    await Promise.all(Array.from({ length: connections }, asker));
    console.log(`${streamed.length} answers over ${connections} connections`);
    console.log(`first event  ${quantiles(streamed.map(({ firstMs }) => firstMs))}`);
    console.log(`last event   ${quantiles(streamed.map(({ lastMs }) => lastMs))}`);
    console.log(`event loop   p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms (with the client in the same process)`);
  } finally {
    await running.stop();
  }
  return 0;
}
