import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../bench-load/server-process.js';
import { judge, type Minute, newMinute, record, tellMachine, tellMinute } from './soaked-minutes.js';
import { closedLoop, soakRequests, steadyLoad } from './steady-load.js';

const USAGE = `npm run soak -- [options]
Starts the server over the samples, finds out how many requests a second it answers (chats, searches, suggestions, agents, and one document
stored in fifty), then sends a share of that at even distances and watches success, latency, memory and file descriptors by the minute.
Exit code 1 when fewer than 99.99 % succeed, or memory, descriptors or p95 of the last sixth of the time are more than 10 % above the first.
  --minutes N      default 60; from 2 to 180
  --share X        of what the server can do, default 0.6
  --per-second N   instead of finding out and taking a share
  --connections N  default 16
  --help`;
const LIMITS = { success: 0.9999, growth: 0.1 };
/** Code is compiled and caches fill in the first half of the time; only the second half counts. */
const FINDING_OUT_S = 60;
const SAMPLE_EVERY_MS = 1_000;
const MINUTE_S = 60;

interface Options {
  readonly minutes: number;
  readonly share: number;
  readonly perSecond: number | undefined;
  readonly connections: number;
}

function read(options: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...options],
    options: {
      minutes: { type: 'string' },
      share: { type: 'string' },
      'per-second': { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  return {
    minutes: Math.max(2, Math.min(180, Number(values.minutes ?? 60))),
    share: Math.max(0.05, Math.min(1, Number(values.share ?? 0.6))),
    perSecond: values['per-second'] === undefined ? undefined : Number(values['per-second']),
    connections: Math.max(1, Number(values.connections ?? 16)),
  };
}

/** Answers a second when every connection asks without pause. */
async function capacity(server: ServerProcess, connections: number): Promise<number> {
  const load = {
    port: server.port,
    connections,
    seconds: FINDING_OUT_S / 2,
    make: soakRequests(),
    hear: () => undefined,
  };
  await closedLoop(load);
  return closedLoop(load);
}

const FIXED_WORK = 2_000_000;

/** Milliseconds of a processor that the same work takes each time: more on a slower machine, but not on a busier one. */
function fixedWorkMs(): number {
  const before = process.cpuUsage();
  let hash = 0;
  for (let n = 0; n < FIXED_WORK; n++) hash = Math.imul(hash ^ n, 0x01000193);
  const { user, system } = process.cpuUsage(before);
  // The result is used, so that the work is not left out.
  return (user + system) / 1000 + (hash === 1 ? Number.EPSILON : 0);
}

async function watch(server: ServerProcess, minuteNow: () => Minute | undefined, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { p99_ms } = await server.eventLoop();
    const minute = minuteNow();
    minute?.memoryMb.push(server.memoryMb());
    minute?.descriptors.push(server.descriptors());
    minute?.fixedWorkMs.push(fixedWorkMs());
    if (minute !== undefined) minute.loopP99Ms = Math.max(minute.loopP99Ms, p99_ms);
    await delay(SAMPLE_EVERY_MS);
  }
}

async function soak(server: ServerProcess, { minutes, share, perSecond, connections }: Options): Promise<boolean> {
  const most = perSecond === undefined ? await capacity(server, connections) : undefined;
  const rate = perSecond ?? share * (most ?? 0);
  const origin = most === undefined ? '' : ` of ${most.toFixed(0)} that it answers at most`;
  console.log(`${minutes} minutes of ${rate.toFixed(1)} requests a second${origin}`);
  const kept = Array.from({ length: minutes }, newMinute);
  const startedMs = performance.now();
  const place = () => Math.floor((performance.now() - startedMs) / 1000 / MINUTE_S);
  const minuteNow = () => kept[Math.min(place(), minutes - 1)];
  let told = 0;
  const tellWhatIsOver = () => {
    for (const over of kept.slice(told, place())) console.log(tellMinute(over, ++told));
  };
  // More often than by the minute: a timer may ring a moment before it is over.
  const teller = setInterval(tellWhatIsOver, 1000);
  let isOver = false;
  const load = {
    port: server.port,
    connections: 4 * connections,
    seconds: minutes * MINUTE_S,
    make: soakRequests(),
    hear: (outcome: Parameters<typeof record>[1]) => {
      const minute = minuteNow();
      if (minute !== undefined) record(minute, outcome);
    },
  };
  const sent = steadyLoad(rate, load).finally(() => (isOver = true));
  await Promise.all([sent, watch(server, minuteNow, () => isOver)]);
  clearInterval(teller);
  tellWhatIsOver();
  const unhandled = server.unhandled();
  const verdicts = [
    ...judge(kept, LIMITS),
    {
      holds: unhandled.length === 0,
      said: `failures that nobody handled: ${unhandled.length} ${unhandled.slice(0, 3).join(' ')}`,
    },
  ];
  console.log(`         ${tellMachine(kept)}`);
  for (const { holds, said } of verdicts) console.log(`${holds ? 'held    ' : 'NOT HELD'} ${said}`);
  return verdicts.every(({ holds }) => holds);
}

/** @returns the exit code */
export async function main(words: readonly string[]): Promise<number> {
  const options = read(words);
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const server = await ServerProcess.start();
  try {
    return (await soak(server, options)) ? 0 : 1;
  } finally {
    await server.stop();
  }
}
