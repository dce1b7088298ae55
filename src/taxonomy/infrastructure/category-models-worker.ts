import { parentPort, Worker, workerData } from 'node:worker_threads';
import { loadSqlite } from '../../shared/infrastructure/database/sqlite-thread.js';
import Database from 'better-sqlite3';
import { Analyser } from '../../text/tokens/analyser.js';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../shared/infrastructure/runtime/thread-priority.js';
import { LearnedScore } from '../domain/category-classifier.js';
import { LabelledRows } from '../domain/kernel-ridge.js';
import { CategoryModels, ModelRequest } from './category-models.js';

loadSqlite();

/** Megabytes for short-lived objects of the learning thread, which creates typed arrays. */
const LEARNING_YOUNG_MB = 2;

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
const models = new CategoryModels(reader, new Analyser(new EnglishLexicon()), { learnAside });

/** Learns in a separate thread, so that this one continues to answer. */
function learnAside(data: LabelledRows): Promise<Float32Array> {
  const thread = new Worker(new URL('./category-learning-worker.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: LEARNING_YOUNG_MB },
  });
  thread.postMessage(data);
  return new Promise((resolve, reject) => {
    thread.once('message', (coefficients: Float32Array) => {
      resolve(coefficients);
      void thread.terminate();
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The learning thread ended unexpectedly.')));
  });
}

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
  setImmediate(() => void models.renew(call.request).catch(() => undefined));
});
