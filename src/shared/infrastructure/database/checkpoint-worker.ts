import { statSync } from 'node:fs';
import { loadSqlite } from './sqlite-thread.js';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../thread-priority.js';

loadSqlite();

/** Often enough that little is left for the writer, which copies the rest itself when the log has become long. */
const EVERY_MS = 100;

/** A store's file, and when its log was written to before the last checkpoint. */
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
  // What is copied back is read once.
  database.pragma('cache_size = -1000');
  return { file, database, writtenAt: 0 };
}

/** Copies what the log holds into the file as far as no reader needs the log; waits for nobody, and nobody waits for it. */
function checkpoint(log: WatchedLog): void {
  try {
    const writtenAt = statSync(`${log.file}-wal`).mtimeMs;
    if (writtenAt === log.writtenAt) return;
    log.database.pragma('wal_checkpoint(PASSIVE)');
    log.writtenAt = writtenAt;
  } catch {
    // No log yet, another checkpoint, a full disk: it stays for the next turn, and a long log for the writer, which tells what is wrong.
  }
}

const files: unknown = workerData;
if (!isFileList(files)) throw new Error('The checkpoint thread needs the paths of the databases.');
lowerThreadPriority(BACKGROUND_STEPS);
const logs = files.map(open);
setInterval(() => logs.forEach(checkpoint), EVERY_MS);
