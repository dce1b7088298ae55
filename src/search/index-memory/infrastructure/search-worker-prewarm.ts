import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PLAIN_SETTINGS } from '../../ranking/domain/search-settings.js';
import type { EngineStart } from './engine-protocol.js';
import { snapshotPathOf } from './index-snapshot-file.js';
import { lexiconFolders } from '../../query/infrastructure/paraphrase-files.js';
import { newSearchWorker } from './search-worker-launch.js';

/** Where the documents of an embedded store are, as the environment says it before it was looked at closely. */
function documentsFile({ DATABASE_URL, DATA_DIR = 'data' }: NodeJS.ProcessEnv): string | undefined {
  return DATABASE_URL === undefined ? path.resolve(DATA_DIR, 'documents.db') : undefined;
}

/**
 * A search thread that loads its index before the program is there which will ask it: reading the modules takes as long as that. Until it
 * is taken it tells nothing, and what it meets is no fault yet: the program will open the same file, and knows what to say.
 */
export class SearchWorkerPrewarm {
  private ended = false;

  private constructor(
    private readonly file: string,
    private readonly worker: Worker,
  ) {
    worker.on('error', () => (this.ended = true));
    worker.on('exit', () => (this.ended = true));
  }

  /** @returns undefined where there is no embedded store yet; nothing is loaded then */
  static begin(environment: NodeJS.ProcessEnv): SearchWorkerPrewarm | undefined {
    const file = documentsFile(environment);
    if (file === undefined || !existsSync(file)) return undefined;
    const image = { path: snapshotPathOf(file), isKept: true };
    const lexicon = lexiconFolders(path.dirname(file), environment['LEXICON_ENABLED'] !== 'false');
    return new SearchWorkerPrewarm(
      file,
      newSearchWorker({ file, settings: PLAIN_SETTINGS, lexicon, image, isEarly: true }),
    );
  }

  /**
   * Hands the thread over; from then on it is like one that was begun with these arguments.
   * @returns undefined where it is of another store, or has failed: another one has to be begun
   */
  take({ file, settings }: EngineStart): Worker | undefined {
    if (this.ended) return undefined;
    if (file !== this.file) {
      void this.worker.terminate();
      return undefined;
    }
    this.ended = true;
    this.worker.postMessage({ id: 0, method: 'use', argument: settings });
    return this.worker;
  }
}
