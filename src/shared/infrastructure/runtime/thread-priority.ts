import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Steps of niceness below the main thread. Each step reduces the share of a contended processor by a fifth. */
export const SEARCH_STEPS = 6;
/** Steps for background work: it uses idle processor time. */
export const BACKGROUND_STEPS = 10;

/** Access to the priority of the current thread. */
export interface Priorities {
  readonly platform: NodeJS.Platform;
  readonly get: () => number;
  readonly set: (priority: number) => void;
}

const OWN: Priorities = { platform: process.platform, get: getPriority, set: (priority) => setPriority(priority) };

/** Returns a niceness N steps lower in priority, limited to the lowest priority. */
function lowered(priority: number, steps: number): number {
  return Math.min(constants.priority.PRIORITY_LOW, priority + steps);
}

/**
 * Lowers the priority of the calling worker thread below the main thread. Otherwise, with as many busy threads as processors, the event
 * loop would wait for the end of their time slices, 10 to 20 ms each. Only on Linux, where each thread has its own priority; elsewhere the
 * call would slow down the whole process.
 * @param steps added to the initial priority of the process, up to the lowest priority
 */
export function lowerThreadPriority(steps: number, { platform, get, set }: Priorities = OWN): void {
  if (platform !== 'linux') return;
  set(lowered(get(), steps));
}

const TASKS = '/proc/self/task';

/**
 * Lowers the priority of Node's helper threads below the main thread. They compile and collect garbage for all threads. Otherwise V8 helper
 * threads working for the search worker would preempt the event loop. Call in the main thread before it starts any worker, which sets its
 * own priority. Only on Linux.
 */
export function lowerHelperPriority(steps: number): void {
  if (process.platform !== 'linux') return;
  const priority = lowered(getPriority(), steps);
  for (const thread of readdirSync(TASKS).map(Number)) if (thread !== process.pid) setPriority(thread, priority);
}
