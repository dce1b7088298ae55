import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { fitOnStore, FitReply } from './fit-on-store.js';

const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The fitting thread needs the path of the database.');

function reply(message: FitReply): void {
  parentPort?.postMessage(message);
}

const reader = new Database(file, { readonly: true, fileMustExist: true });
reader.pragma('busy_timeout = 5000');
try {
  reply({ kind: 'fitted', fitted: fitOnStore(reader, (share) => reply({ kind: 'progress', share })) });
} finally {
  reader.close();
}
