import { setFlagsFromString } from 'node:v8';

/** Gives the threads that are started from now on what `collectGarbage` needs; the thread that calls it gets nothing. */
export function letThreadsCollectGarbage(): void {
  setFlagsFromString('--expose-gc');
}

/**
 * Frees at once what the calling thread no longer uses, and stops it for some tens of milliseconds. For large buffers that were just
 * dropped: V8 collects when a heap grows, and a thread that rests would keep them for minutes. It does nothing where
 * `letThreadsCollectGarbage` was not called before the thread began.
 */
export function collectGarbage(): void {
  globalThis.gc?.();
}
