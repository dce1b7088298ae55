import { workerData } from 'node:worker_threads';
import { loadSqlite } from '../../../shared/infrastructure/database/sqlite-thread.js';
import Database from 'better-sqlite3';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../../shared/infrastructure/runtime/thread-priority.js';

loadSqlite();

const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The maintenance thread needs the path of the database.');

lowerThreadPriority(BACKGROUND_STEPS);
const writer = new Database(file, { fileMustExist: true });
try {
  writer.pragma('busy_timeout = 2000');
  writer.pragma('optimize');
  // Entries that a reader still needs stay in the log; the next run shortens it.
  writer.pragma('wal_checkpoint(PASSIVE)');
} catch (error) {
  // An upload holds the store: the next maintenance does it, and the previous statistics serve until then.
  if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY')) throw error;
} finally {
  writer.close();
}
