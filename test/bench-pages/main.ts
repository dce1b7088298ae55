import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { type RunningApplication, startApplication } from '../support/application.js';
import { storeSessions } from './stored-sessions.js';

const HELP = `How fast the pages and what they ask for are answered with many test sessions stored.
  --sessions N   sessions in the store (1000)
  --repeats N    requests of each kind (100)`;
const LIMIT_MS = 100;

/** The requests of the pages when they open. */
const REQUESTS = [
  ['Ask: the frame', '/'],
  ['Documents: the tree', '/taxonomy/current/tree'],
  ['Documents: a page of the list', '/documents?limit=25'],
  ['Sessions: a page of the list', '/test-sessions?limit=25'],
  ['Sessions: a session', '/test-sessions/ses_500'],
  ['Sessions: its questions', '/test-sessions/ses_500/results?limit=500'],
  ['Sessions: the choice to compare', '/test-sessions?limit=100'],
  ['Sessions: a comparison', '/test-sessions/compare?base=ses_499&candidate=ses_501'],
  ['Sessions: improvements', '/improvements'],
  ['Sessions: schedules', '/test-schedules'],
  ['Operation: health', '/health'],
  ['Operation: index', '/index'],
] as const;

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;

async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return performance.now() - started;
}

/** Runs a session of the default size to its end. @returns its id */
async function runSession(running: RunningApplication): Promise<string> {
  const { session_id: id } = (await running.post('/test-sessions', { seed: 7 })).json<{ session_id: string }>();
  for (;;) {
    const { status, error } = (await running.call({ method: 'GET', url: `/test-sessions/${id}` })).json<{
      status: string;
      error: string | null;
    }>();
    if (status === 'completed') return id;
    if (status === 'failed') throw new Error(`The session failed: ${error ?? ''}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @returns the exit code: 1 if a median is above the limit */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sessions: { type: 'string', default: '1000' },
      repeats: { type: 'string', default: '100' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const running = await startApplication();
  try {
    await running.app.get(SampleLoader, { strict: false }).load(() => undefined);
    storeSessions(running.app, await runSession(running), Number(values.sessions));
    await running.app.listen(0, '127.0.0.1');
    const { port } = running.app.getHttpServer().address() as AddressInfo;
    console.log(`${values.sessions} sessions stored. Milliseconds over the network of this machine:`);
    let slow = 0;
    for (const [name, path] of REQUESTS) {
      const first = await timeOf(`http://127.0.0.1:${port}${path}`);
      const times: number[] = [];
      for (let i = 0; i < Number(values.repeats); i += 1) times.push(await timeOf(`http://127.0.0.1:${port}${path}`));
      const sorted = times.toSorted((a, b) => a - b);
      const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
      if (p50 > LIMIT_MS) slow += 1;
      console.log(`${name.padEnd(34)} first ${first.toFixed(1)}  p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}`);
    }
    return slow === 0 ? 0 : 1;
  } finally {
    await running.stop();
  }
}
