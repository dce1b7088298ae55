import type { Worker } from 'node:worker_threads';
import { SqliteThread } from '../../../shared/infrastructure/database/sqlite-thread.js';
import type { EngineStart } from './engine-protocol.js';

/**
 * Space for short-lived objects: a search's objects are garbage when it ends, and a thread never returns this memory.
 */
const YOUNG_MB = 24;

/** Creates a thread that answers searches once its index is loaded. */
export function newSearchWorker(start: EngineStart): Worker {
  return new SqliteThread(new URL('./search-worker.js', import.meta.url), {
    workerData: start,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}
