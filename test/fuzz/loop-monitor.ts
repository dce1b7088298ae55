import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { TurnStacks } from './turn-stacks.js';

/** Interval of the checks of the main thread; a longer turn of the event loop shows as a longer interval. */
const LOOK_EVERY_MS = 5;
const WRITE_EVERY_MS = 200;
const LONG_MS = 50;
const KEPT = 50;

/** A turn of the event loop that took long. */
export interface LongTurn {
  /** Time at its end, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of processor that the main thread took. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A long collection of garbage; the time is that of the clock on the wall. */
export interface LongCollection {
  readonly at: number;
  readonly wallMs: number;
}

export interface LoopReport {
  readonly longest: readonly LongTurn[];
  readonly collections: readonly LongCollection[];
  readonly highestRssMb: number;
  /** The heap of the main thread at that time. */
  readonly heapMb: number;
}

/** Milliseconds that the main thread was on a processor: waiting for one, which another program has, is not counted. */
function threadCpuMs(): number {
  if (process.platform !== 'linux') return process.threadCpuUsage().user / 1000;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/**
 * Writes to LOOP_REPORT what the longest turns of this process's event loop were, and to LOOP_STACKS, where that is given, what was done in
 * each of them, which takes some time of its own. Loaded into the server by `--import`.
 */
function watch(file: string): void {
  let longest: LongTurn[] = [];
  let collections: LongCollection[] = [];
  let [highestRssMb, heapMb] = [0, 0];
  new PerformanceObserver((list) => {
    const found = list.getEntries().filter(({ duration }) => duration >= LONG_MS);
    const taken = found.map(({ startTime, duration }) => ({
      at: performance.timeOrigin + startTime,
      wallMs: duration,
    }));
    collections = [...collections, ...taken].sort((a, b) => b.wallMs - a.wallMs).slice(0, KEPT);
  }).observe({ entryTypes: ['gc'] });
  const stacksFile = process.env['LOOP_STACKS'];
  const stacks = stacksFile === undefined ? undefined : new TurnStacks(stacksFile);
  let [cpu, wall] = [threadCpuMs(), performance.now()];
  setInterval(() => {
    const turn = { at: Date.now(), cpuMs: threadCpuMs() - cpu, wallMs: performance.now() - wall };
    [cpu, wall] = [cpu + turn.cpuMs, wall + turn.wallMs];
    if (turn.cpuMs < LONG_MS || stacks?.add(turn) === false) return;
    longest = [...longest, turn].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, KEPT);
  }, LOOK_EVERY_MS).unref();
  setInterval(() => {
    const rssMb = process.memoryUsage.rss() / 1e6;
    if (rssMb > highestRssMb) [highestRssMb, heapMb] = [rssMb, process.memoryUsage().heapTotal / 1e6];
    // A reader never finds half of it.
    writeFileSync(`${file}.new`, JSON.stringify({ longest, collections, highestRssMb, heapMb } satisfies LoopReport));
    renameSync(`${file}.new`, file);
  }, WRITE_EVERY_MS).unref();
}

const file = process.env['LOOP_REPORT'];
if (file !== undefined && isMainThread) watch(file);
