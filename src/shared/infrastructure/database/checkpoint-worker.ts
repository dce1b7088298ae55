import { statSync } from 'node:fs';
import { loadSqlite } from './sqlite-thread.js';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../runtime/thread-priority.js';

loadSqlite();

/** Interval of checkpoints: short enough that little is left for the writer, which copies the rest when the log is long. */
const EVERY_MS = 100;

/** The file of a store, and the last write to its log before the last checkpoint. */
interface WatchedLog {
  readonly file: string;
  readonly database: Database.Database;
  writtenAt: number;
}

function isFileList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((file) => typeof file === 'string');
}

function open(file: string): WatchedLog {
  const database = new Database(file, { fileMustExist: true });
  // Pages that are copied back are read only once.
  database.pragma('cache_size = -1000');
  return { file, database, writtenAt: 0 };
}

/** Runs a passive checkpoint: copies the log into the file as far as no reader needs it. It does not block, and is not blocked. */
function checkpoint(log: WatchedLog): void {
  try {
    const writtenAt = statSync(`${log.file}-wal`).mtimeMs;
    if (writtenAt === log.writtenAt) return;
    log.database.pragma('wal_checkpoint(PASSIVE)');
    log.writtenAt = writtenAt;
  } catch {
    // There is no log yet, another checkpoint runs, or the disk is full: try again next time. The writer copies a long log itself and
    // reports the error.
  }
}

const files: unknown = workerData;
if (!isFileList(files)) throw new Error('The checkpoint thread needs the paths of the databases.');
lowerThreadPriority(BACKGROUND_STEPS);
const logs = files.map(open);
setInterval(() => logs.forEach(checkpoint), EVERY_MS);
