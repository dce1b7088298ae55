import { setFlagsFromString } from 'node:v8';

/** The first V8 with the memory saver (Node 24); earlier ones print an error for its flag. */
const MEMORY_SAVER_SINCE = 13;
const CHECK_EVERY_MS = 250;

/** Resident bytes of the process at which the memory saver starts, and below which it stops. */
const START_SAVING_AT = 450e6;
const STOP_SAVING_BELOW = 410e6;

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
 * Percent by which the heap may grow over its live size before garbage is collected. By default V8 lets it double and
 * triple: with 100,000 documents that took 80 MB more, and each collection took as long.
 */
const HEAP_GROWTH_PERCENT = 40;

/** Limits the growth of the heap between two collections. Call this after the modules are read, most of which stays. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

export interface MemorySaverParts {
  /** Resident bytes of the process. */
  readonly residentBytes: () => number;
  readonly setFlag: (flag: string) => void;
  readonly v8Version: string;
}

/**
 * Makes V8 prefer a small heap over speed, in all threads, while the process is large. Without it 20,000 hostile bodies took 777 MB, with
 * it 580 MB; the limit of growth alone does not reach that. It costs about a tenth of the processor time of an answer, so that it is off
 * while the process is small.
 */
export class MemorySaver {
  private isSaving = false;

  private constructor(private readonly parts: MemorySaverParts) {}

  /** @returns undefined before V8 13 (Node 24), which has no memory saver */
  static of(parts: MemorySaverParts): MemorySaver | undefined {
    return Number.parseInt(parts.v8Version, 10) >= MEMORY_SAVER_SINCE ? new MemorySaver(parts) : undefined;
  }

  /** Starts the checks of this process; they do not keep it alive. */
  static start(): void {
    const saver = MemorySaver.of({
      residentBytes: () => process.memoryUsage.rss(),
      setFlag: setFlagsFromString,
      v8Version: process.versions.v8,
    });
    if (saver !== undefined) setInterval(() => saver.check(), CHECK_EVERY_MS).unref();
  }

  /** Switches the saving on or off by the size of the process. */
  check(): void {
    const bytes = this.parts.residentBytes();
    const shouldSave = this.isSaving ? bytes >= STOP_SAVING_BELOW : bytes >= START_SAVING_AT;
    if (shouldSave === this.isSaving) return;
    this.isSaving = shouldSave;
    this.parts.setFlag(shouldSave ? '--memory-saver-mode' : '--no-memory-saver-mode');
  }
}

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
