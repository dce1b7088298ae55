import { setTimeout as delay } from 'node:timers/promises';
import { type Answered, Connection } from './connection.js';
import { requestMaker, type Route } from './requests.js';
import type { ServerProcess } from './server-process.js';

const PAUSE_MS = 3_000;
const WARM_UP = 200;

interface Burst {
  readonly route: Route;
  readonly count: number;
  /** Whether the connections are open already, or the burst opens them and the time of opening counts. */
  readonly opened: boolean;
}

const BURSTS: readonly Burst[] = [
  { route: 'chat', count: 100, opened: false },
  { route: 'suggest', count: 200, opened: false },
  { route: 'agents', count: 50, opened: false },
  { route: 'chat', count: 600, opened: true },
  { route: 'chat', count: 600, opened: false },
  { route: 'chat', count: 100, opened: true },
  { route: 'chat', count: 600, opened: true },
];

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function describe(answers: readonly Answered[]): string {
  const ms = answers.map(({ tookMs }) => tookMs);
  const at = (share: number) => quantile(ms, share).toFixed(0);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)} ms`;
}

async function run(server: ServerProcess, { route, count, opened }: Burst): Promise<string> {
  const make = requestMaker();
  const numbers = Array.from({ length: count }, (_, n) => n);
  const standing = opened ? await Promise.all(numbers.map(() => Connection.open(server.port))) : [];
  await delay(PAUSE_MS);
  const answers = await Promise.all(
    numbers.map(async (n): Promise<Answered> => {
      const startedMs = performance.now();
      const connection = standing[n] ?? (await Connection.open(server.port));
      const answer = await connection.send(make(route, n));
      connection.close();
      return opened ? answer : { ...answer, tookMs: performance.now() - startedMs };
    }),
  );
  const good = answers.filter(({ status }) => status === 200 || status === 201);
  const refused = answers.filter(({ status, retryAfter }) => (status === 503 || status === 429) && retryAfter);
  const others = answers.length - good.length - refused.length;
  const how = opened ? 'standing connections' : 'new connections';
  return (
    `${count} ${route} at once over ${how}: ${good.length} answered (${describe(good)})` +
    (refused.length > 0 ? `, ${refused.length} refused (${describe(refused)})` : '') +
    (others > 0 ? `, ${others} ended otherwise` : '')
  );
}

/** Bursts of requests that are sent at the same time, as their client sees them. */
export async function measureBursts(server: ServerProcess): Promise<void> {
  const make = requestMaker();
  const connection = await Connection.open(server.port);
  for (let n = 0; n < WARM_UP; n++) await connection.send(make('mixed', n));
  connection.close();
  for (const burst of BURSTS) console.log(await run(server, burst));
}
