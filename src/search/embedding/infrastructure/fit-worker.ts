import { parentPort, workerData } from 'node:worker_threads';
import { loadSqlite } from '../../../shared/infrastructure/database/sqlite-thread.js';
import Database from 'better-sqlite3';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../../shared/infrastructure/runtime/thread-priority.js';
import { fitOnStore, FitReply } from './fit-on-store.js';

loadSqlite();

const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The fitting thread needs the path of the database.');

function reply(message: FitReply): void {
  parentPort?.postMessage(message);
}

lowerThreadPriority(BACKGROUND_STEPS);
const reader = new Database(file, { readonly: true, fileMustExist: true });
reader.pragma('busy_timeout = 5000');
// Every row is read once.
reader.pragma('cache_size = -2000');
try {
  const fitted = fitOnStore(reader, (share) => reply({ kind: 'progress', share }));
  const buffer = fitted?.bytes.buffer;
  // Transferred, not copied: a copy of 15 MB would stop both threads.
  parentPort?.postMessage({ kind: 'fitted', fitted } satisfies FitReply, buffer instanceof ArrayBuffer ? [buffer] : []);
} finally {
  reader.close();
}
