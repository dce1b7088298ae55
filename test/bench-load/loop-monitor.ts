import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds. A pause is what an event waits beyond its time. */
export interface LoopFigures {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How often somebody waited for more than 20 ms. */
  readonly over: number;
  /** Most processor time that the thread used between two events: what it blocked others with by its own work. */
  readonly longestWork: number;
  readonly longestCollection: number;
}

const RESOLUTION_MS = 10;
const LOOK_EVERY_MS = 2;
const OVER_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

/** Processor time of the main thread so far, in milliseconds, as Linux counts it. */
function processorMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / NANOSECONDS_PER_MS;
}

/** Watches the main thread that it is loaded into (`--import`), and tells its parent at every message what there was since the last. */
function watch(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let [over, longestWork, longestCollection, at, worked] = [0, 0, 0, performance.now(), processorMs()];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration);
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const [now, used] = [performance.now(), processorMs()];
    if (now - at - LOOK_EVERY_MS > OVER_MS) over++;
    longestWork = Math.max(longestWork, used - worked);
    [at, worked] = [now, used];
  }, LOOK_EVERY_MS).unref();
  process.on('message', () => {
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
    const [p50, p99, longest] = [delay.percentile(50), delay.percentile(99), delay.max].map(ms);
    const figures = { p50, p99, longest, over, longestWork, longestCollection };
    delay.reset();
    [over, longestWork, longestCollection] = [0, 0, 0];
    process.send?.(figures);
  });
  // The channel alone keeps no process from ending.
  process.channel?.unref();
}

if (isMainThread && process.send !== undefined) watch();
