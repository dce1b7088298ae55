import dotenv from 'dotenv';
import { SearchWorkerPrewarm } from './search/index-memory/infrastructure/search-worker-prewarm.js';
import { writePrivately } from './shared/infrastructure/private-files.js';
import { lowerHelperPriority, SEARCH_STEPS } from './shared/infrastructure/runtime/thread-priority.js';
import {
  disablePretenuring,
  MemorySaver,
  letThreadsCollectGarbage,
} from './shared/infrastructure/runtime/v8-heap-tuning.js';

/** Starts the server, which serves until a signal ends the process. */
export async function run(): Promise<void> {
  writePrivately();
  letThreadsCollectGarbage();
  disablePretenuring();
  MemorySaver.start();
  lowerHelperPriority(SEARCH_STEPS);
  dotenv.config({ quiet: true });
  // The index is loaded while the program is: each takes about as long as the other, and there is a processor for it.
  const early = SearchWorkerPrewarm.begin(process.env);
  const { serve } = await import('./server.js');
  await serve(early);
}
