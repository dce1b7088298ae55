import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { Analyser } from '../../search/domain/analyser.js';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { BACKGROUND_STEPS, standBehind } from '../../shared/infrastructure/thread-priority.js';
import { LearnedScore } from '../domain/category-classifier.js';
import { CategoryModels, ModelRequest } from './category-models.js';

/** A question to the thread, by number. */
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
standBehind(BACKGROUND_STEPS);
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
  setImmediate(() => {
    try {
      models.renew(call.request);
    } catch {
      // The next question meets the same fault and reports it.
    }
  });
});
