import { parentPort, workerData } from 'node:worker_threads';
import { loadSqlite } from '../../shared/infrastructure/database/sqlite-thread.js';
import Database from 'better-sqlite3';
import { Analyser } from '../../text/tokens/analyser.js';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../shared/infrastructure/runtime/thread-priority.js';
import { LearnedScore } from '../domain/category-classifier.js';
import { CategoryModels, ModelRequest } from './category-models.js';

loadSqlite();

/** A request to the thread, by number. */
export interface ModelCall {
  readonly id: number;
  readonly request: ModelRequest;
}

export interface ModelAnswer {
  readonly id: number;
  /** Undefined when it failed. */
  readonly scores: readonly LearnedScore[] | undefined;
  readonly failure?: string;
}

const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The classification thread needs the path of the database.');
lowerThreadPriority(BACKGROUND_STEPS);
const reader = new Database(file, { readonly: true, fileMustExist: true });
reader.pragma('busy_timeout = 5000');
const models = new CategoryModels(reader, new Analyser(new EnglishLexicon()));

function answer({ id, request }: ModelCall): ModelAnswer {
  try {
    return { id, scores: models.scores(request) };
  } catch (error) {
    return { id, scores: undefined, failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (call: ModelCall) => {
  parentPort?.postMessage(answer(call));
  // The next request has the same fault and reports it.
  setImmediate(() => {
    try {
      models.renew(call.request);
    } catch {
      return;
    }
  });
});
