import { setFlagsFromString } from 'node:v8';

/** The first V8 that has the flag; earlier ones print an error for it. */
const MEMORY_SAVER_SINCE = 13;

/**
 * Creates every new value in the young generation, in this thread and in the threads that it starts. Otherwise V8 creates values of sites
 * whose values survived some collections in the old generation (allocation site pretenuring). Requests that wait for each other make parts
 * of answers survive; in the old generation they hold all that they refer to until the whole heap is marked, which is then three times as
 * frequent in the search thread. Call this before any worker starts.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Makes V8 collect garbage before it takes more memory from the system, in all threads. Without it the heap grows up to four times its live
 * size, and the heaps of several threads keep what a burst of large requests once took. Has no effect before V8 13 (Node 24).
 */
export function preferSmallHeaps(): void {
  if (Number.parseInt(process.versions.v8, 10) >= MEMORY_SAVER_SINCE) setFlagsFromString('--memory-saver-mode');
}
