import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Steps of niceness below the thread that answers requests; each takes a fifth of the share of a processor that is asked for by both. */
export const SEARCH_STEPS = 6;
/** Work that nobody waits for: it takes what the others leave. */
export const BACKGROUND_STEPS = 10;

/** What the operating system knows of the priority of the running thread. */
export interface Priorities {
  readonly platform: NodeJS.Platform;
  readonly get: () => number;
  readonly set: (priority: number) => void;
}

const OWN: Priorities = { platform: process.platform, get: getPriority, set: (priority) => setPriority(priority) };

/** Niceness of a thread that stands so many steps behind one of this niceness: up to the lowest priority that there is. */
function behind(priority: number, steps: number): number {
  return Math.min(constants.priority.PRIORITY_LOW, priority + steps);
}

/**
 * Lets the calling worker thread stand behind the main thread where both want a processor: with as many busy threads as processors the
 * event loop would else wait for the end of their turns, 10 to 20 ms each. On Linux alone, where a thread has a priority of its own;
 * elsewhere the call would slow the whole process down.
 * @param steps added to the priority that the process was started with, up to the lowest that there is
 */
export function lowerThreadPriority(steps: number, { platform, get, set }: Priorities = OWN): void {
  if (platform !== 'linux') return;
  set(behind(get(), steps));
}

const TASKS = '/proc/self/task';

/**
 * Lets the threads stand behind the main thread that Node has beside it: they compile and collect garbage for all threads, and what they
 * do for the ones that search would else take the processor from the one that answers. Call in the main thread before it begins any
 * worker, which has a priority of its own. On Linux alone.
 */
export function lowerHelperPriority(steps: number): void {
  if (process.platform !== 'linux') return;
  const priority = behind(getPriority(), steps);
  for (const thread of readdirSync(TASKS).map(Number)) if (thread !== process.pid) setPriority(thread, priority);
}
