import type { Worker } from 'node:worker_threads';
import { SqliteThread } from '../../../shared/infrastructure/database/sqlite-thread.js';
import type { EngineStart } from './engine-protocol.js';

/** Objects of a search are gone when it ends; what a thread once took for them it keeps. */
const YOUNG_MB = 24;

/** A thread that answers searches when its index is loaded. */
export function newSearchWorker(start: EngineStart): Worker {
  return new SqliteThread(new URL('./search-worker.js', import.meta.url), {
    workerData: start,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}
