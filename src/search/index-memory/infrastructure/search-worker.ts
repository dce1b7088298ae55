import { parentPort, workerData } from 'node:worker_threads';
import { loadSqlite } from '../../../shared/infrastructure/database/sqlite-thread.js';
import { SEARCH_STEPS, lowerThreadPriority } from '../../../shared/infrastructure/runtime/thread-priority.js';
import { EngineAnswer, EngineCall, EngineReply, EngineStart, pack } from './engine-protocol.js';
import { readParaphrases, shippedLexicon } from '../../query/infrastructure/paraphrase-files.js';
import { LateMeaning, LateParaphrases } from './late-knowledge.js';
import { readStaticEmbeddingSync } from '../../embedding/infrastructure/static-embedding-file.js';
import { SearchEngine } from './search-engine.js';
import { collectGarbage } from '../../../shared/infrastructure/runtime/v8-heap-tuning.js';
import Database from 'better-sqlite3';
import { MAIN_MIGRATIONS } from '../../../../migrations/sqlite/all-migrations.js';

/** Whether a store has the tables that this version reads. @param file path of the documents' database */
function isMigrated(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() === undefined) return false;
    const done = new Set(db.prepare('SELECT name FROM migrations').pluck().all());
    return done.size === MAIN_MIGRATIONS.length && MAIN_MIGRATIONS.every(({ name }) => done.has(name));
  } finally {
    db.close();
  }
}

loadSqlite();

/** Interval at which the index reads new writes while there are no searches. */
const FOLLOW_EVERY_MS = 200;

async function answer(engine: SearchEngine, call: EngineCall): Promise<EngineAnswer> {
  const { id } = call;
  switch (call.method) {
    case 'rank':
      return { id, method: 'rank', value: pack(await engine.rank(call.argument)) };
    case 'embed':
      return { id, method: 'embed', value: await engine.embed(call.argument) };
    case 'served':
      return { id, method: 'served', value: await engine.served() };
    case 'use':
      engine.use(call.argument);
      return { id, method: 'use', value: true };
  }
}

/** Messages to send once there is a listener. */
const held: EngineReply[] = [];
let isHeard = false;

function reply(message: EngineReply): void {
  if (isHeard) parentPort?.postMessage(message);
  else held.push(message);
}

function beHeard(): void {
  isHeard = true;
  reply({ kind: 'ready' });
  for (const message of held.splice(0)) reply(message);
}

async function serve(engine: SearchEngine, call: EngineCall): Promise<void> {
  try {
    reply({ kind: 'answer', answer: await answer(engine, call) });
  } catch (error) {
    reply({ kind: 'failure', id: call.id, message: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * @param taken fulfilled when the program took the thread over; before that the store may be one that the program
 * migrates first
 */
async function open(start: EngineStart, taken: Promise<void>): Promise<SearchEngine> {
  if (start.isEarly === true && !isMigrated(start.file)) await taken;
  // An error in the organisation's own entries stops the start; the program's entries are loaded later.
  readParaphrases(lexicon.filter((folder) => folder !== shippedLexicon()));
  return SearchEngine.open(
    start.file,
    {
      onChange: () => {
        reply({ kind: 'changed' });
        // Frees the previous vectors and the words of their model: 50 MB at 100,000 passages.
        setImmediate(collectGarbage);
      },
      onDamage: (reason) => reply({ kind: 'damaged', reason }),
      onImageFault: (reason) => reply({ kind: 'image-fault', reason }),
    },
    { ...start, meaning, paraphrases },
  );
}

/** `workerData` is untyped. */
function isStart(value: unknown): value is EngineStart {
  return typeof value === 'object' && value !== null && 'file' in value && 'settings' in value;
}

const start: unknown = workerData;
if (!isStart(start)) throw new Error('The search thread needs the path of the database and its settings.');
lowerThreadPriority(SEARCH_STEPS);
const lexicon = start.lexicon ?? [shippedLexicon()];
const meaning = new LateMeaning(() => readStaticEmbeddingSync({ vectors: start.meaningVectors }));
const paraphrases = new LateParaphrases(() => readParaphrases(lexicon));
const taken = new Promise<void>((resolve) => parentPort?.once('message', () => resolve()));
const opened = open(start, taken);
// The call that takes the thread over is also answered only once the index is loaded.
parentPort?.on('message', (call: EngineCall) => void opened.then((engine) => serve(engine, call)));
const engine = await opened;
if (start.isEarly === true) await taken;
beHeard();
engine.keepImage();
// Some tenths of a second each: the start does not wait for them, and the first question should not either.
setImmediate(() => {
  meaning.warm();
  setImmediate(() => paraphrases.warm());
});
setInterval(() => {
  try {
    engine.follow();
  } catch {
    // The next search gets the same error and reports it to its caller.
  }
}, FOLLOW_EVERY_MS);
