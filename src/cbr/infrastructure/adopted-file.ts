import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** New name of the specification's own file if it had the name of ours. */
export const ADOPTED_FILE = 'cbr_system.specification.db';

/** Setting of an earlier release, which imported one file and did not identify it. */
export const ADOPTED_ALL = 'adopted';
export const ADOPTED = 'done';

/** Setting that marks a file as imported. */
export function adoptedKey(digest: string): string {
  return `adopted ${digest}`;
}

/** Our file has a table of settings; the specification's file has only the cases. */
function isForeign(file: string): boolean {
  const db = new Database(file, { fileMustExist: true });
  try {
    const has = (name: string) =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
    const foreign = has('cbr_cases') && !has('cbr_settings');
    // Checkpoints the log into the file, so that the file can be moved.
    if (foreign) db.pragma('journal_mode = DELETE');
    return foreign;
  } finally {
    db.close();
  }
}

/**
 * CBR_DATA_DIR may be the folder of an installation of the specification's own program, whose file has our name and
 * other tables. It is renamed, unchanged; its cases are imported after our own file is open.
 */
export function setForeignFileAside(file: string): void {
  if (existsSync(file) && isForeign(file)) renameSync(file, path.join(path.dirname(file), ADOPTED_FILE));
}
