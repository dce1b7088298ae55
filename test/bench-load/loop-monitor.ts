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
  /** Maximum processor time that the thread used between two events: the time for which its own work blocked others. */
  readonly longestWork: number;
  /** Longest that the thread waited for a processor between two events. */
  readonly longestWait: number;
  readonly longestCollection: number;
}

const RESOLUTION_MS = 1;
const LOOK_EVERY_MS = 2;
const OVER_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

/** Milliseconds for which the main thread had a processor, and for which it waited for one, as Linux counts them. */
function scheduledMs(): { readonly worked: number; readonly waited: number } {
  const [worked, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
  return { worked: Number(worked) / NANOSECONDS_PER_MS, waited: Number(waited) / NANOSECONDS_PER_MS };
}

/** Measures the main thread that loads it (`--import`), and replies to each message of its parent with the figures since the last one. */
function watch(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let [over, longestWork, longestWait, longestCollection, at, before] = [0, 0, 0, 0, performance.now(), scheduledMs()];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration);
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const [now, scheduled] = [performance.now(), scheduledMs()];
    if (now - at - LOOK_EVERY_MS > OVER_MS) over++;
    longestWork = Math.max(longestWork, scheduled.worked - before.worked);
    longestWait = Math.max(longestWait, scheduled.waited - before.waited);
    [at, before] = [now, scheduled];
  }, LOOK_EVERY_MS).unref();
  process.on('message', () => {
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
    const [p50, p99, longest] = [delay.percentile(50), delay.percentile(99), delay.max].map(ms);
    const figures = { p50, p99, longest, over, longestWork, longestWait, longestCollection };
    delay.reset();
    [over, longestWork, longestWait, longestCollection] = [0, 0, 0, 0];
    process.send?.(figures);
  });
  // The channel alone keeps no process from ending.
  process.channel?.unref();
}

if (isMainThread && process.send !== undefined) watch();
