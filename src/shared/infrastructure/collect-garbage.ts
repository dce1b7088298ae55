import { setFlagsFromString } from 'node:v8';

/** Enables `collectGarbage` in threads that start after this call, but not in the calling thread. */
export function letThreadsCollectGarbage(): void {
  setFlagsFromString('--expose-gc');
}

/**
 * Collects the garbage of the calling thread at once, which blocks it for some tens of milliseconds. For large buffers that were just
 * dropped: V8 collects when a heap grows, so an idle thread would keep them for minutes. Does nothing if `letThreadsCollectGarbage` was not
 * called before the thread started.
 */
export function collectGarbage(): void {
  globalThis.gc?.();
}
