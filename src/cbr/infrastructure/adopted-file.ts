import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Where the file of the specification's own program is put when it stood in place of ours. */
export const ADOPTED_FILE = 'cbr_system.specification.db';

/** Setting of a store whose file was taken over before files were told apart. */
export const ADOPTED_ALL = 'adopted';
export const ADOPTED = 'done';

/** Setting that says that a file was taken over. */
export function adoptedKey(digest: string): string {
  return `adopted ${digest}`;
}

/** Ours has a table of settings; theirs has the cases alone. */
function isForeign(file: string): boolean {
  const db = new Database(file, { fileMustExist: true });
  try {
    const has = (name: string) =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
    const foreign = has('cbr_cases') && !has('cbr_settings');
    // What is still in its log goes into the file itself, so that the file can be moved.
    if (foreign) db.pragma('journal_mode = DELETE');
    return foreign;
  } finally {
    db.close();
  }
}

/**
 * CBR_DATA_DIR may be the folder of an installation of the specification's own program, whose file has our name and other tables.
 * It is moved aside, untouched; its cases are taken over once our own file is open.
 */
export function setForeignFileAside(file: string): void {
  if (existsSync(file) && isForeign(file)) renameSync(file, path.join(path.dirname(file), ADOPTED_FILE));
}
