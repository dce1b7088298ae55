import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PLAIN_SETTINGS } from '../../ranking/domain/search-settings.js';
import type { EngineStart } from './engine-protocol.js';
import { snapshotPathOf } from './index-snapshot-file.js';
import { sharedVectors } from '../../embedding/infrastructure/static-embedding-file.js';
import { lexiconFolders } from '../../query/infrastructure/paraphrase-files.js';
import { SqliteThread } from '../../../shared/infrastructure/database/sqlite-thread.js';

/**
 * Space for short-lived objects: a search's objects are garbage when it ends, and a thread never returns this memory.
 */
const YOUNG_MB = 24;

/** Creates a thread that answers searches once its index is loaded. */
export function newSearchWorker(start: EngineStart): Worker {
  return new SqliteThread(new URL('./search-worker.js', import.meta.url), {
    workerData: { ...start, meaningVectors: sharedVectors() } satisfies EngineStart,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

/** Path of an embedded store's documents, from the unvalidated environment. */
function documentsFile({
  DATABASE_URL = '',
  DATABASE_URL_FILE = '',
  DATA_DIR = 'data',
}: NodeJS.ProcessEnv): string | undefined {
  return DATABASE_URL + DATABASE_URL_FILE === '' ? path.resolve(DATA_DIR, 'documents.db') : undefined;
}

/**
 * A search thread that loads its index while the program loads its modules, which takes as long. Until the program
 * takes it over, it reports nothing. A failure before that is not logged: the program opens the same file and reports
 * the error.
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

  /** @returns undefined if there is no embedded store yet; nothing is loaded then */
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
   * Transfers the thread; from then on it is like one that was started with these arguments.
   * @returns undefined if it is of another store, or has failed: start another one then
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
