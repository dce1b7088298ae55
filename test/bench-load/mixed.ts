import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from './burst.js';
import { Connection } from './connection.js';
import { requestMaker } from './requests.js';
import type { ServerProcess } from './server-process.js';

const SAMPLE_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;

interface Minute {
  readonly took: number[];
  readonly memoryMb: number[];
  /** The worst figure that the server reported in it. */
  loopP99Ms: number;
  loopMaxMs: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function describe({ took, memoryMb, loopP99Ms, loopMaxMs }: Minute, n: number): string {
  const latency = `p50 ${quantile(took, 0.5).toFixed(1)}, p95 ${quantile(took, 0.95).toFixed(1)} ms`;
  const memory = `memory ${mean(memoryMb).toFixed(0)} (max ${Math.max(...memoryMb).toFixed(0)}) MB`;
  const loop = `event loop p99 ${loopP99Ms.toFixed(1)}, longest ${loopMaxMs.toFixed(1)} ms`;
  return `minute ${n}: ${took.length} requests, ${latency}, ${memory}, ${loop}`;
}

/**
 * A closed loop of chats, searches (twice as many), suggestions and agents for some minutes.
 * @returns whether memory stayed within a tenth of the second minute's, the loop's p99 under 50 ms, and nothing failed unhandled
 */
export async function measureMixed(
  server: ServerProcess,
  { minutes, connections }: { readonly minutes: number; readonly connections: number },
): Promise<boolean> {
  const make = requestMaker();
  const kept = Array.from({ length: minutes }, (): Minute => ({ took: [], memoryMb: [], loopP99Ms: 0, loopMaxMs: 0 }));
  const statuses = new Map<number, number>();
  const startedMs = performance.now();
  const endMs = startedMs + minutes * MINUTE_MS;
  const minuteNow = () => kept[Math.floor((performance.now() - startedMs) / MINUTE_MS)];
  let next = 0;
  const asker = async () => {
    const connection = await Connection.open(server.port);
    while (performance.now() < endMs) {
      const { status, tookMs } = await connection.send(make('mixed', next++));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      minuteNow()?.took.push(tookMs);
    }
    connection.close();
  };
  const watcher = async () => {
    let told = 0;
    while (performance.now() < endMs) {
      const minute = minuteNow();
      const { p99_ms, max_ms } = await server.eventLoop();
      minute?.memoryMb.push(server.memoryMb());
      if (minute !== undefined) {
        minute.loopP99Ms = Math.max(minute.loopP99Ms, p99_ms);
        minute.loopMaxMs = Math.max(minute.loopMaxMs, max_ms);
      }
      const over = Math.floor((performance.now() - startedMs) / MINUTE_MS);
      for (const ended of kept.slice(told, over)) console.log(describe(ended, ++told));
      await delay(SAMPLE_EVERY_MS);
    }
  };
  await Promise.all([watcher(), ...Array.from({ length: connections }, asker)]);
  const last = kept.at(-1);
  if (last !== undefined) console.log(describe(last, minutes));
  const [second, final] = [mean(kept[1]?.memoryMb ?? []), mean(last?.memoryMb ?? [])];
  // The figures of the first minute still include the load of the samples.
  const p99 = Math.max(...kept.slice(1).map(({ loopP99Ms }) => loopP99Ms));
  const unhandled = server.unhandled();
  console.log(`${next} requests, by status ${JSON.stringify(Object.fromEntries(statuses))}`);
  console.log(
    `memory: last minute ${((100 * final) / second).toFixed(1)} % of the second; event loop p99 from the second minute on at most ${p99.toFixed(1)} ms`,
  );
  console.log(`failures that nobody handled: ${unhandled.length}`, ...unhandled.slice(0, 3));
  return Math.abs(final / second - 1) <= 0.1 && p99 < 50 && unhandled.length === 0;
}
